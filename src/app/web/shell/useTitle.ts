import { useMatches } from '@tanstack/react-router';
import { useIsManager } from '../../../features/auth/web/queries.ts';

export const MAIN_ID = 'main';

/** Title and subtitle of the screen, as its route has them. */
export function useTitle(): { title: string; subtitle?: string | undefined } {
  const last = useMatches().at(-1);
  const isManager = useIsManager();
  const { title = 'Not found', subtitle, forManagers } = last?.staticData ?? {};
  return isManager && forManagers ? forManagers : { title, subtitle };
}
