import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LOGOUT_COOKIE } from '#platform/contract/logoutCookie.ts';
import { whenIdle } from '#platform/web/preload.ts';
import { queryClient } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import { showToastAfterReload } from '#platform/web/toastAfterReload.ts';
import { ErrorBoundary } from '#platform/web/ui/ErrorBoundary.tsx';
import '#platform/web/styles.css';
import { isLoadError } from '#platform/web/ui/lazyComponent.tsx';
import { getBrowserLanguage, setPageLanguage } from '#features/notes/web/receipt/failureTexts.ts';
import { followSession, isSendingOnly, type SessionUser } from '#features/sessions/web/queries.ts';
import { RenderFailure } from './ErrorScreen.tsx';
import { isPublicPath } from './publicPath.ts';
import { Landing, SendNotes, Shell } from './Root.tsx';
import { makeRouter } from './router.ts';
import { watchSession } from './sessionWatch.ts';

/** The maximum time without content before a spinner is rendered. */
const SPINNER_AFTER_MS = 400;

// Before zod is loaded: it would probe `new Function`, which the Content-Security-Policy reports. Its own function for
// this, `config`, would add 6 kB to the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The font is requested before the queries of the screen. The fallback font has the same metrics.
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);

const isPublic = isPublicPath(location.pathname);
// Texts for a client have this language until the receipt has another one.
if (isPublic) setPageLanguage(getBrowserLanguage());
const session = isPublic ? null : storedSession();
const user = (session?.user ?? null) as SessionUser | null;
const router = makeRouter(user);

// The server has not answered a logout of this browser.
if (document.cookie.includes(LOGOUT_COOKIE)) {
  import('#features/auth/web/login/logout.ts').then(
    (code) => code.finishLogoutWhenPossible(),
    // Without this code, the next page or login finishes it.
    () => undefined,
  );
}
watchSession(user);
if (session && !isSendingOnly(user)) {
  showToastAfterReload();
  import('#platform/web/liveChanges.ts').then(
    (code) => code.followChanges(session.token),
    // Without this code, the page keeps the data that it has fetched.
    () => undefined,
  );
  followSession();
}

// In development, Vite serves the files and there is no worker. A public page has no user, whose copy would be deleted.
if (import.meta.env.PROD && !isPublic) {
  whenIdle(() => {
    import('./offline.ts').then(
      (code) => code.prepareOffline(user).catch(reportError),
      // Without this code, the app needs a network to start next time.
      () => undefined,
    );
  });
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root');
const root = createRoot(element, {
  // The browser has already logged the failed request.
  onCaughtError: (error) => isLoadError(error) || reportError(error),
});
const render = () =>
  root.render(
    <StrictMode>
      <ErrorBoundary fallback={(error) => <RenderFailure error={error} />}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
// Waits for the code if it loads quickly: React keeps a spinner for at least 300 ms.
const hasOwnFrame = isPublic || location.pathname in router.routesByPath;
const frame = isSendingOnly(user) ? SendNotes : session ? Shell : hasOwnFrame ? null : Landing;
const loaded = Promise.allSettled([router.load(), frame?.preload()]);
const timeout = new Promise((resolve) => setTimeout(resolve, SPINNER_AFTER_MS));
void Promise.race([loaded, timeout]).then(render);
