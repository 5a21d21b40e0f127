import { useMatches } from '@tanstack/react-router';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { useChosenTitle } from '#platform/web/pageTitle.ts';
import type { PageTitle } from '#platform/web/pageTitle.ts';

export const MAIN_ID = 'main';

/** Title and subtitle of the screen: what it chose itself, else its route's. */
export function useTitle(): PageTitle {
  const chosen = useChosenTitle();
  const last = useMatches().at(-1);
  const isManager = useIsManager();
  if (chosen) return chosen;
  const { title = 'Not found', subtitle, forManagers } = last?.staticData ?? {};
  return isManager && forManagers ? forManagers : { title, subtitle };
}
