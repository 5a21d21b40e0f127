import { useEffect, useSyncExternalStore } from 'react';

export type PageTitle = { title: string; subtitle?: string | undefined };

const listeners = new Set<() => void>();
let chosen: PageTitle | null = null;

function set(next: PageTitle | null): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** Replaces the title of the route while mounted, for example by a person's name. */
export function usePageTitle({ title, subtitle }: PageTitle): void {
  useEffect(() => {
    set({ title, subtitle });
    return () => set(null);
  }, [title, subtitle]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For the shell: the title that the screen chose, or null. */
export const useChosenTitle = (): PageTitle | null => useSyncExternalStore(subscribe, () => chosen);
