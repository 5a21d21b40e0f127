import { ConnectionBar } from '#features/notes/web/offline/ConnectionBar.tsx';
import { ReleaseBanner } from '#platform/web/offline/ReleaseBanner.tsx';

/** Bars about the page itself: its release, its connection. */
export function StatusBars() {
  return (
    <>
      <ReleaseBanner />
      <ConnectionBar />
    </>
  );
}
