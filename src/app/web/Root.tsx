import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMaybeUser } from '#features/sessions/web/queries.ts';
import { ConfirmHost } from '#platform/web/ui/ConfirmHost.tsx';
import { lazyScreen } from '#platform/web/ui/lazySoon.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { Toaster } from '#platform/web/ui/Toaster.tsx';
import { loadShell } from './screenCode.ts';

/** What surrounds every screen of people who are signed in. */
export const Shell = lazyScreen<{ children: ReactNode }>(loadShell, <Waiting />);

/** The frame of every screen: the shell for people signed in, nothing around it for others. */
export function Root() {
  const user = useMaybeUser();
  return (
    <>
      {user ? (
        <Shell>
          <Outlet />
        </Shell>
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
