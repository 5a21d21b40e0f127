import { useEffect } from 'react';
import { createStore } from './store.ts';

export type PageTitle = { title: string; subtitle?: string | undefined };

const override = createStore<PageTitle | null>(null);

/** Replaces the title of the route while mounted, for example by a person's name. */
export function usePageTitle({ title, subtitle }: PageTitle): void {
  useEffect(() => {
    override.set({ title, subtitle });
    return () => override.set(null);
  }, [title, subtitle]);
}

/** The title that the screen set, or null; for the shell. */
export const useTitleOverride = override.useValue;
