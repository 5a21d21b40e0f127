/** Divides long work on the thread of the server, so that it goes on with other requests between its steps. */

import { setImmediate, setTimeout } from 'node:timers/promises';

/** Most requests need less; with the step at work when it is over, the thread is blocked for less than 50 ms. */
const SLICE_MS = 5;
/** Between two slices, while requests arrive. */
const MAX_RESTS = 4;

/** Lets other requests go on when the work has had its slice; awaited between its steps. */
export type Pause = () => Promise<void>;

let begunRequests = 0;
let seenRequests = 0;
/** One after another, so that work of several requests does not fill the rests of each other. */
let lastRest = Promise.resolve();

/** To be called when a request begins. */
export const countRequest = (): void => void (begunRequests += 1);

/** Begins the slices of one piece of work. */
export function createPause(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    lastRest = lastRest.then(rest);
    await lastRest;
    begun = performance.now();
  };
}

/** Gives requests that have begun meanwhile the time to be answered. */
async function rest(): Promise<void> {
  await setImmediate();
  for (let rests = 0; rests < MAX_RESTS && begunRequests > seenRequests; rests += 1) {
    seenRequests = begunRequests;
    await setTimeout(SLICE_MS);
  }
}
