/** The router of a session: the screens that its user can open. */

import { createLazyRoute, createRouter, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '#platform/web/searchParams.ts';
import { isManager, isSendingOnly, type SessionUser } from '#features/sessions/web/queries.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Pending } from './Pending.tsx';
import { rootRoute } from './rootRoute.ts';
import { screens } from './screens.ts';

type Screen = RouteComponent & {
  /** Prefetches its queries. */
  prefetch?: (search: object) => void;
  /** Reads what the first render needs from this device. */
  open?: (search: object, user: SessionUser) => Promise<void>;
};

function canOpen(user: SessionUser | null, route: AnyRoute): boolean {
  const access = route.options.staticData?.access;
  if (isSendingOnly(user)) return false;
  if (!user) return access === 'signed-out';
  return access === undefined || (access === 'managers' && isManager(user));
}

/** Loads the code of a screen with its route, then its queries; hovering over a link does both. */
function addCode(route: AnyRoute, user: SessionUser | null): AnyRoute {
  const [load, name] = route.options.staticData?.code ?? [];
  if (!load || !name) return route;
  const loadScreen = async () => ((await load()) as Record<string, Screen>)[name] as Screen;
  route.options.loader = async ({
    location,
    preload,
  }: {
    location: { search: object };
    preload: boolean;
  }) => {
    const search = (route.options.validateSearch as ((raw: object) => object) | undefined)?.(location.search);
    // The screen reports failed queries, the error component missing code.
    const screen = await loadScreen().catch(() => undefined);
    screen?.prefetch?.(search ?? {});
    if (user && !preload) await screen?.open?.(search ?? {}, user);
  };
  return route.lazy(async () => createLazyRoute(route.id)({ component: await loadScreen() }));
}

/** Creates the router, once per page load: login and logout reload the page. */
export function makeRouter(user: SessionUser | null) {
  // The type has every screen, so that a link to an unknown one is a compile error.
  const children = screens
    .filter((route) => canOpen(user, route))
    .map((route) => addCode(route, user)) as unknown as typeof screens;
  return createRouter({
    routeTree: rootRoute.addChildren(children),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: Pending,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
