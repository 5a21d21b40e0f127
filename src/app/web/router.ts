/** The router of a session: the screens that its user can open. */
import { createLazyRoute, createRouter, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import { isManager, isSendingOnly, type SessionUser } from '#features/sessions/web/queries.ts';
import { parseSearch, stringifySearch } from '#platform/web/searchParams.ts';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Pending } from './Pending.tsx';
import { rootRoute } from './rootRoute.ts';
import { screens } from './screens.ts';

/** A screen's component may prefetch its queries, given its search parameters. */
type Screen = RouteComponent & { prefetch?: (search: object) => void };

function canOpen(user: SessionUser | null, route: AnyRoute): boolean {
  const access = route.options.staticData?.access;
  if (isSendingOnly(user)) return false;
  if (!user) return access === 'signed-out';
  return access === undefined || (access === 'managers' && isManager(user));
}

/** Loads the code of a screen with its route, then its queries; hovering over a link does both. */
function addCode(route: AnyRoute): AnyRoute {
  const [load, name] = route.options.staticData?.code ?? [];
  if (!load || !name) return route;
  const loadScreen = async () => ((await load()) as Record<string, Screen>)[name] as Screen;
  route.options.loader = ({ location }: { location: { search: object } }) => {
    const search = (route.options.validateSearch as ((raw: object) => object) | undefined)?.(location.search);
    // The screen reports failed queries, the error component missing code.
    loadScreen().then(
      ({ prefetch }) => prefetch?.(search ?? {}),
      () => undefined,
    );
  };
  return route.lazy(async () => createLazyRoute(route.id)({ component: await loadScreen() }));
}

/** Creates the router, once per page load: login and logout reload the page. */
export function makeRouter(user: SessionUser | null) {
  // The type has every screen, so that a link to an unknown one is a compile error.
  const children = screens.filter((route) => canOpen(user, route)).map(addCode) as unknown as typeof screens;
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
