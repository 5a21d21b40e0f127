import { ReleaseBanner } from '#platform/web/offline/ReleaseBanner.tsx';

/** Bars about the page itself: its release. */
export function StatusBars() {
  return <ReleaseBanner />;
}
