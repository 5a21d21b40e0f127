import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { validateSession } from '#features/sessions/web/queries.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { showKeptToast } from '#platform/web/keptToast.ts';
import { queryClient } from '#platform/web/queries.ts';
import { storedSession } from '#platform/web/session.ts';
import '#platform/web/styles.css';
import { AppBoundary } from './AppBoundary.tsx';
import { Landing } from './NotFound.tsx';
import { Shell } from './Root.tsx';
import { attachScreens } from './attachScreens.ts';
import { makeRouter } from './router.ts';
import { loadLiveChanges, signedOutScreens } from './screenCode.ts';
import { watchSession } from './sessionWatch.ts';

/** A blank page for longer than this would seem broken. */
const SPINNER_AFTER_MS = 400;

// While nothing else is on its way: the first text to be laid out would ask for it beside what the screen reads. Nobody
// waits for it, which would cost a first visit a third of a second: the stand-in has its measures.
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);

attachScreens();
const session = storedSession();
const user = (session?.user ?? null) as SessionUser | null;
const router = makeRouter(user);

watchSession(user);
if (session) {
  showKeptToast();
  loadLiveChanges().then(
    ({ followChanges }) => void followChanges(session.token),
    // Without its code the page is as fresh as what it last asked for.
    () => undefined,
  );
  void validateSession();
}

const place = document.getElementById('root');
if (!place) throw new Error('The page has no element with the id root');
const root = createRoot(place);
const show = () =>
  root.render(
    <StrictMode>
      <AppBoundary>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AppBoundary>
    </StrictMode>,
  );
// What is there at once is painted at once: React shows what takes the place of a spinner a third of a second later.
const frame = session ? Shell : location.pathname in signedOutScreens ? null : Landing;
const firstScreen = Promise.allSettled([router.load(), frame?.preload()]);
const patience = new Promise((resolve) => setTimeout(resolve, SPINNER_AFTER_MS));
void Promise.race([firstScreen, patience]).then(show);
