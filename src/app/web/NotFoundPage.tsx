import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';

/** The page for an unknown URL. */
export function NotFoundPage() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 py-16 text-center">
      <MapPinOff aria-hidden className="size-10 text-muted" />
      <h2 className="text-xl font-semibold">404 Page Not Found</h2>
      <p className="text-muted">This page doesn’t exist. It may have moved, or the address has a typo.</p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        Go to Home
      </Link>
    </div>
  );
}
