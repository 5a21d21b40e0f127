/** The time of what happens under a lock (docs/decisions/059-take-times-of-events-under-the-lock.md). */

import { clock } from './clock.ts';

/**
 * A context with the time of now instead of that of its request, which may have waited for the lock, long after others.
 * @param last when the locked row last changed: clocks of nodes differ, and time never goes back for a row
 */
export function atLockTime<C extends { now: Date }>(context: C, last?: Date): C {
  const now = clock.now();
  return { ...context, now: last && last > now ? last : now };
}
