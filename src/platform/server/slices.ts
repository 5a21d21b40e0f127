/** Divides long work on the thread of the server, so that it goes on with other requests between its steps. */

import { setImmediate } from 'node:timers/promises';

/** With the step that is at work when they are over, an event loop is blocked for less than 50 ms. */
const SLICE_MS = 10;

/** Lets other requests go on when the work has had its slice; awaited between its steps. */
export type Pause = () => Promise<void>;

/** Begins the slices of one piece of work. */
export function createPause(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}
