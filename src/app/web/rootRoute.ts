import { createRootRoute } from '@tanstack/react-router';
import { ErrorScreen } from './ErrorScreen.tsx';
import { NotFound } from './NotFound.tsx';
import { Root } from './Root.tsx';
import type { ScreenNav } from './screenNav.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    subtitle?: string;
    /** The titles for managers, if they differ. */
    forManagers?: { title: string; subtitle: string };
    /** Who can open the screen; all signed-in users by default. */
    access?: 'managers' | 'signed-out';
    /** The screen only creates something new, so a read-only business cannot use it. */
    writes?: true;
    /** Imports the module and selects its component. Loosely typed, because its types depend on the routes. */
    code?: readonly [load: () => Promise<object>, component: string];
    nav?: ScreenNav;
  }
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ErrorScreen,
});
