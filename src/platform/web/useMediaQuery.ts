import { useSyncExternalStore } from 'react';

/** Matches the screen with a media query, kept up to date. */
export function useMediaQuery(query: string): boolean {
  const list = matchMedia(query);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}
