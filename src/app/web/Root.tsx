import { Outlet } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { markRendered, whenIdle } from '#platform/web/preload.ts';
import { ConfirmHost } from '#platform/web/ui/ConfirmHost.tsx';
import { ErrorBoundary } from '#platform/web/ui/ErrorBoundary.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { Toaster } from '#platform/web/ui/Toaster.tsx';
import { isSendingOnly, useMaybeUser, type SessionUser } from '#features/sessions/web/queries.ts';
import { isPublicPath } from './publicPath.ts';

/** The frame of every screen of signed-in users. */
export const Shell = lazyComponent<{ children: ReactNode }>(
  async () => (await import('./shell/Shell.tsx')).Shell,
  <Loading />,
);

export const Landing = lazyComponent(
  async () => (await import('#features/auth/web/LandingPage.tsx')).LandingPage,
);

const TooltipHost = lazyComponent(async () => (await import('#platform/web/ui/TooltipHost.tsx')).TooltipHost);

/** The screen of a deactivated person who may only send notes. */
export const SendNotes = lazyComponent(async () => (await import('./SendNotes.tsx')).SendNotes, <Loading />);

/** The root of every page: the shell for signed-in users, toasts, confirm dialogs and tooltips. */
export function Root() {
  const user = useMaybeUser();
  useEffect(markRendered, []);
  useEffect(() => {
    // Selects the page size of prints (styles.css).
    if (user) document.documentElement.dataset['paper'] = user.paperSize;
  }, [user]);
  return (
    <>
      <Page user={isPublicPath(location.pathname) ? null : user} />
      <Toaster />
      <ConfirmHost />
      <Tooltips />
    </>
  );
}

function Page({ user }: { user: SessionUser | null }) {
  if (!user) return <Outlet />;
  if (isSendingOnly(user)) return <SendNotes />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** Mounted when idle: the first paint does not need them. */
function Tooltips() {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    idle && (
      <ErrorBoundary fallback={() => null}>
        <TooltipHost />
      </ErrorBoundary>
    )
  );
}

/** Appears after a delay, so that it does not flash on a fast connection. */
function Loading() {
  return (
    <div className="flex min-h-dvh animate-late items-center justify-center text-2xl text-muted">
      <Spinner label="Loading" />
    </div>
  );
}
