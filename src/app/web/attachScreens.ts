/** Gives every route its screen, each in a chunk of its own. */
import type { AnyRoute } from '@tanstack/react-router';
import { createElement } from 'react';
import { lazyScreen } from '#platform/web/ui/lazySoon.tsx';
import { Pending } from './Pending.tsx';
import { loginRoute } from './signedInRoutes.ts';
import { routes } from './router.ts';
import { screenAt } from './screenCode.ts';

/** @throws for a route that has no screen, but for the one that only leads elsewhere */
export function attachScreens(): void {
  for (const route of routes as readonly AnyRoute[]) {
    if (route === loginRoute) continue;
    const { path } = route.options as { path: string };
    const load = screenAt(path);
    if (!load) throw new Error(`No screen stands at ${path}`);
    route.update({ component: lazyScreen(load, createElement(Pending)) });
    const { validateSearch } = route.options as { validateSearch?: (search: object) => object };
    // Nobody waits for it, and code that cannot be had is said in the screen's place.
    route.options.loader = ({ location }: { location: { search: object } }) => {
      load().then(
        ({ readAhead }) => readAhead?.((validateSearch?.(location.search) ?? {}) as never),
        () => undefined,
      );
    };
  }
}
