import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { useMaybeUser } from '#features/sessions/web/queries.ts';
import { Landing } from './Root.tsx';

const NotFoundPage = lazyComponent(async () => (await import('./NotFoundPage.tsx')).NotFoundPage);

/** Rendered for an unknown URL: the landing page for signed-out users. */
export function NotFound() {
  const user = useMaybeUser();
  return user ? <NotFoundPage /> : <Landing />;
}
