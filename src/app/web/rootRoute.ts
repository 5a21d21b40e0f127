import { createRootRoute } from '@tanstack/react-router';
import { ErrorScreen } from './ErrorScreen.tsx';
import { NotFound } from './NotFound.tsx';
import { Root } from './Root.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
    subtitle?: string;
    /** What managers read instead, where the screen is another for them. */
    forManagers?: { title: string; subtitle: string };
    /** Who finds this screen: people signed in unless said. */
    audience?: 'managers' | 'signed-out';
    /** Nothing is done here but writing something new. */
    writes?: true;
  }
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ErrorScreen,
});
