import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';

/**
 * Registration links; the very first business is the free creator business.
 * @param first undefined while loading
 */
export function Offer({ first }: { first: boolean | undefined }) {
  if (first) return <CreatorOffer />;
  if (first === false) return <UsualOffer />;
  // The same size as the usual links, which avoids a layout shift.
  return (
    <div className="relative">
      <div className="invisible">
        <UsualOffer />
      </div>
      <Skeleton className="absolute inset-x-5 inset-y-0" />
    </div>
  );
}

function UsualOffer() {
  return (
    <div className="px-5">
      <p className="text-sm text-muted">New here?</p>
      <RegistrationLinks main="secondary" admin="Create admin" />
    </div>
  );
}

function CreatorOffer() {
  return (
    <div className="rounded-md bg-accent-soft p-5">
      <p className="flex items-center gap-2 font-semibold text-accent-ink">
        <Sparkles aria-hidden className="size-4.5" />
        Free for the app creator
      </p>
      <p className="mt-1 text-sm">
        No business is registered yet. The first one is the creator business: free, with unlimited access.
      </p>
      <RegistrationLinks main="primary" admin="Admin account" />
    </div>
  );
}

function RegistrationLinks({ main, admin }: { main: 'primary' | 'secondary'; admin: string }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
      <Link to="/register" className={buttonClass({ variant: main })}>
        Register business
      </Link>
      <Link to="/register-admin" className={buttonClass()}>
        {admin}
      </Link>
    </div>
  );
}
