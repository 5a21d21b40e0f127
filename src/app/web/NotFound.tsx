import { lazy, Suspense } from 'react';
import { useMaybeUser } from '../../features/auth/web/queries.ts';

export const loadLanding = () => import('../../features/auth/web/LandingPage.tsx');
const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }));

/** An address without a screen: to people signed in it says so, to others it is the way in. */
export function NotFound() {
  const user = useMaybeUser();
  return <Suspense fallback={null}>{user ? <NotFoundPage /> : <LandingPage />}</Suspense>;
}
