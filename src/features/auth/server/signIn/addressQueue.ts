/**
 * Runs the logins of one address in sequence on this node. An attempt is counted before the password is checked and
 * refunded when it is correct, so several at the same time, as from one office, would look like guessing.
 */

import pLimit, { type LimitFunction } from 'p-limit';
import { unavailable } from '#platform/server/errors.ts';

const MAX_PENDING = 100;

const queues = new Map<string, LimitFunction>();

/** Runs work after the pending logins of an address. @throws 503 when there are too many */
export async function queueByAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(address) ?? pLimit(1);
  if (queue.pendingCount >= MAX_PENDING) {
    throw unavailable('busy', 'Too many logins at the same time. Please try again.');
  }
  queues.set(address, queue);
  try {
    return await queue(work);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(address);
  }
}
