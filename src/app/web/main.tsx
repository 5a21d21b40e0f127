import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { validateSession } from '#features/sessions/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { queryClient } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import '#platform/web/styles.css';
import { showToastAfterReload } from '#platform/web/toastAfterReload.ts';
import { isLoadError } from '#platform/web/ui/lazyComponent.tsx';
import { AppBoundary } from './AppBoundary.tsx';
import { Landing, Shell } from './Root.tsx';
import { makeRouter } from './router.ts';
import { watchSession } from './sessionWatch.ts';

/** A page that is blank for longer seems broken. */
const SPINNER_AFTER_MS = 400;

// Before zod is loaded: it would probe `new Function`, which the content security policy reports as a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Requested first: the first text in it would request it beside the screen's queries. The fallback has its measures.
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);

const session = storedSession();
const user = (session?.user ?? null) as SessionUser | null;
const router = makeRouter(user);

watchSession(user);
if (session) {
  showToastAfterReload();
  import('#platform/web/liveChanges.ts').then(
    ({ followChanges }) => void followChanges(session.token),
    // Without its code the page shows what it last fetched.
    () => undefined,
  );
  void validateSession();
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id root');
const root = createRoot(element, {
  // The browser has logged the failed request already.
  onCaughtError: (error) => isLoadError(error) || reportError(error),
});
const render = () =>
  root.render(
    <StrictMode>
      <AppBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AppBoundary>
    </StrictMode>,
  );
// Rendered with its code when that comes soon: React replaces a spinner only a third of a second later.
const frame = session ? Shell : location.pathname in router.routesByPath ? null : Landing;
const loaded = Promise.allSettled([router.load(), frame?.preload()]);
const timeout = new Promise((resolve) => setTimeout(resolve, SPINNER_AFTER_MS));
void Promise.race([loaded, timeout]).then(render);
