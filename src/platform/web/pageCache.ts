/**
 * The back/forward cache: browsers keep a page that was left as it is, with the Web Locks and connections that it holds,
 * and show it again when the user goes back. Its code does not run in between, and it misses all events.
 */

interface PageCacheListeners {
  /** Called when the page is left and may be kept. The page may never be shown again. */
  onLeave: () => void;
  /** Called when a kept page is shown again. */
  onReturn: () => void;
}

/** Calls the listeners as the page enters and leaves the cache. Returns how to unsubscribe. */
export function followPageCache({ onLeave, onReturn }: PageCacheListeners): () => void {
  const leave = ({ persisted }: PageTransitionEvent) => persisted && onLeave();
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}
