import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useMaybeUser } from '../../features/auth/web/queries.ts';
import { buttonClass } from '../../platform/web/ui/buttonClass.ts';

export const loadLanding = () => import('../../features/auth/web/LandingPage.tsx');
const LandingPage = lazy(async () => ({ default: (await loadLanding()).LandingPage }));

/** An address without a screen: to people signed in it says so, to others it is the way in. */
export function NotFound() {
  const user = useMaybeUser();
  if (!user) {
    return (
      <Suspense fallback={null}>
        <LandingPage />
      </Suspense>
    );
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-16 text-center">
      <MapPinOff aria-hidden className="size-10 text-muted" />
      <h2 className="text-xl font-semibold">404 Page Not Found</h2>
      <p className="text-muted">There is nothing at this address. It may have been typed wrong or moved.</p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        Go to Home
      </Link>
    </div>
  );
}
