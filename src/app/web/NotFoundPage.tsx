import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';

/** The page of an unknown address. */
export function NotFoundPage() {
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
