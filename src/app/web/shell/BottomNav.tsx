import { Link, useRouter, type AnyRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadScreensWhenIdle } from '#platform/web/preload.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { useScreens } from '#app/web/useScreens.ts';
import { NavCount } from './NavCount.tsx';

/** The bottom navigation of phones, hidden when a screen has a BottomBar. */
export function BottomNav() {
  const isManager = useIsManager();
  const { routesByPath, loadRouteChunk } = useRouter();
  const screens = useScreens().filter(
    ({ bottomBar }) => bottomBar === 'all' || (bottomBar === 'employees' && !isManager),
  );
  const paths = screens.map(({ to }) => to).join();
  // Preloads the code of its screens, so that they open at once, and offline.
  useEffect(() => {
    const routes = paths.split(',').map((path) => (routesByPath as Record<string, AnyRoute>)[path]);
    loadScreensWhenIdle(() =>
      Promise.allSettled(
        routes.map((route) => (route ? loadRouteChunk(route) : undefined) ?? Promise.resolve()),
      ),
    );
  }, [paths, routesByPath, loadRouteChunk]);
  return (
    <nav
      aria-label="Quick"
      data-bottom-nav
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] group-has-data-bottom-bar/shell:hidden lg:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-lg">
        {screens.map(({ to, label, icon: Icon }) => (
          <li key={to} className="min-w-0 flex-1">
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className="flex h-14 flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium text-muted -outline-offset-2 aria-[current=page]:text-accent-ink"
            >
              <span className="relative">
                <Icon aria-hidden className="size-5.5" />
                <span className="absolute -top-2 left-3.5 flex">
                  <NavCount to={to} />
                </span>
              </span>
              <span className="max-w-full truncate px-0.5 max-[23rem]:px-0 max-[23rem]:tracking-tighter">
                {label}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
