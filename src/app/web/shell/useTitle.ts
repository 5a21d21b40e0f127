import { useMatches } from '@tanstack/react-router';
import { useTitleOverride, type PageTitle } from '#platform/web/pageTitle.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

export const MAIN_ID = 'main';

/** Title and subtitle of the screen: those set with `usePageTitle`, otherwise those of its route. */
export function useTitle(): PageTitle {
  const override = useTitleOverride();
  const last = useMatches().at(-1);
  const isManager = useIsManager();
  if (override) return override;
  const { title = 'Not found', subtitle, forManagers } = last?.staticData ?? {};
  return isManager && forManagers ? forManagers : { title, subtitle };
}
