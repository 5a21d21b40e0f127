import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { buttonClass } from '../../../../platform/web/ui/buttonClass.ts';

/** How a new business comes in; the very first one is the free creator business. */
export function Offer({ first }: { first: boolean }) {
  return (
    <div className={first ? 'rounded-md bg-accent-soft p-5' : 'px-5'}>
      {first ? (
        <>
          <p className="flex items-center gap-2 font-semibold text-accent-ink">
            <Sparkles aria-hidden className="size-4.5" />
            Free for the app creator
          </p>
          <p className="mt-1 text-sm">
            No business is registered yet. The first one is the creator business: free, with unlimited access.
          </p>
        </>
      ) : (
        <p className="text-sm text-muted">New here?</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
        <Link to="/register" className={buttonClass({ variant: first ? 'primary' : 'secondary' })}>
          Register business
        </Link>
        <Link to="/register-admin" className={buttonClass()}>
          {first ? 'Admin account' : 'Create admin'}
        </Link>
      </div>
    </div>
  );
}
