import { lazy, Suspense } from 'react';
import { useMaybeUser } from '../../features/auth/web/queries.ts';
import { loadLanding } from './screenCode.ts';

const LandingPage = lazy(async () => ({ default: await loadLanding() }));
const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }));

/** An address without a screen: to people signed in it says so, to others it is the way in. */
export function NotFound() {
  const user = useMaybeUser();
  return <Suspense fallback={null}>{user ? <NotFoundPage /> : <LandingPage />}</Suspense>;
}
