/**
 * Runs the sign-ins of one address one after another on this node. An attempt is counted before the password is checked
 * and refunded when it is right, so with several in progress an office that starts at nine would look like guessing.
 */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { unavailable } from '#platform/server/errors.ts';

const MAX_PENDING = 100;

const queues = new Map<string, LimitFunction>();

/** @throws 503 when too many sign-ins of the address are pending */
export async function queueByAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(address) ?? pLimit(1);
  if (queue.pendingCount >= MAX_PENDING) {
    throw unavailable('busy', 'Too many sign-ins at the same time. Please try again.');
  }
  queues.set(address, queue);
  try {
    return await queue(work);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(address);
  }
}
