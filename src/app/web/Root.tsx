import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMaybeUser } from '../../features/auth/web/queries.ts';
import { ConfirmHost } from '../../platform/web/ui/ConfirmHost.tsx';
import { Spinner } from '../../platform/web/ui/Spinner.tsx';
import { Toaster } from '../../platform/web/ui/Toaster.tsx';
import { loadShell } from './screenCode.ts';

const Shell = lazy(async () => ({ default: await loadShell() }));

/** The frame of every screen: the shell for people signed in, nothing around it for others. */
export function Root() {
  const user = useMaybeUser();
  return (
    <>
      {user ? (
        <Suspense fallback={<Waiting />}>
          <Shell>
            <Outlet />
          </Shell>
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Toaster />
      <ConfirmHost />
    </>
  );
}

/** Before the frame itself is there. It comes late, so that nothing flashes on a quick connection. */
function Waiting() {
  return (
    <div className="flex min-h-dvh animate-late items-center justify-center text-2xl text-muted">
      <Spinner label="Loading" />
    </div>
  );
}
