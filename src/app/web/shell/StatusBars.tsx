import { ReleaseBanner } from '#platform/web/offline/ReleaseBanner.tsx';
import { UnsentBar } from '#features/submission/web/offline/UnsentBar.tsx';

export { UnsentCount } from '#features/submission/web/offline/UnsentBar.tsx';

/** Bars about the page itself: its release, the notes that wait. */
export function StatusBars() {
  return (
    <>
      <ReleaseBanner />
      <UnsentBar />
    </>
  );
}
