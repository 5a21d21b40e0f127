import { useMaybeUser } from '#features/sessions/web/queries.ts';
import { lazyScreen } from '#platform/web/ui/lazySoon.tsx';
import { loadLanding } from './screenCode.ts';

/** The way in. */
export const Landing = lazyScreen(loadLanding, null);
const NoSuchPage = lazyScreen(async () => (await import('./NotFoundPage.tsx')).NotFoundPage, null);

/** An address without a screen: to people signed in it says so, to others it is the way in. */
export function NotFound() {
  const user = useMaybeUser();
  return user ? <NoSuchPage /> : <Landing />;
}
