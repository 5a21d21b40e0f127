import { useSyncExternalStore } from 'react';

// A phone held upright, or one held sideways.
const small = matchMedia('(max-width: 639px), ((pointer: coarse) and (max-height: 500px))');

function subscribe(listener: () => void): () => void {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
}

/** Whether this is a phone's screen, where signing needs the whole of it. */
export function useSmallScreen(): boolean {
  return useSyncExternalStore(subscribe, () => small.matches);
}
