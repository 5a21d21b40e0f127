import { UnsentBar } from '#features/notes/web/offline/UnsentBar.tsx';
import { ReleaseBanner } from '#platform/web/offline/ReleaseBanner.tsx';

export { UnsentCount } from '#features/notes/web/offline/UnsentBar.tsx';

/** Bars about the page itself: its release, the notes that wait. */
export function StatusBars() {
  return (
    <>
      <ReleaseBanner />
      <UnsentBar />
    </>
  );
}
