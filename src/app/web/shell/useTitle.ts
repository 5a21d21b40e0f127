import { useMatches } from '@tanstack/react-router';

export const MAIN_ID = 'main';

/** Title and subtitle of the screen, as its route has them. */
export function useTitle(): { title: string; subtitle?: string | undefined } {
  const last = useMatches().at(-1);
  const { title = 'Not found', subtitle } = last?.staticData ?? {};
  return { title, subtitle };
}
