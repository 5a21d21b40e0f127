import { lazy } from 'react';
import type { ComponentType } from 'react';

/**
 * A part of the page that the first paint does not need. Its code is fetched once the page stands, before anybody
 * asks for it: in a kitchen without network a dialog and a message must still open.
 */
export function lazySoon<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // A failure shows when somebody opens it; by then the next attempt may succeed.
  const fetchAhead = () => void load().catch(() => undefined);
  const soon = () => setTimeout(fetchAhead, AFTER_LOAD_MS);
  if (document.readyState === 'complete') soon();
  else window.addEventListener('load', soon, { once: true });
  return lazy(async () => ({ default: await load() }));
}

/** Long enough for the screen's own requests to go first. */
const AFTER_LOAD_MS = 500;
