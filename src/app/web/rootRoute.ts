import { createRootRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { ErrorScreen } from './ErrorScreen.tsx';
import { NotFound } from './NotFound.tsx';
import { Root } from './Root.tsx';

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

/** How navigation offers a screen. */
export type ScreenNav = {
  label: string;
  icon: LucideIcon;
  /** The users who have it in the bottom bar of phones. */
  bottomBar?: 'all' | 'employees';
  /** A screen for managers that the sidebar lists among those for all. */
  pinned?: true;
};

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ErrorScreen,
});
