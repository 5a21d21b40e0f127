/** Web Locks that a page does not keep when it is left: no tab waits for a page that the user cannot see. */

import { followPageCache } from './pageCache.ts';

/** Runs while the lock is held, until `left` is aborted because the page was left; `lock` is null without it (`ifAvailable`). */
type Holder<Result> = (lock: Lock | null, left: AbortSignal) => Promise<Result>;

/**
 * Runs a function while this page holds a lock. A page that enters the back/forward cache releases it, or leaves the queue,
 * at once; when it is shown again, what failed for that reason is run again with a new lock.
 * @throws what `run` throws, and the reason of `options.signal` while it waits
 */
export async function withLock<Result>(
  name: string,
  options: LockOptions,
  run: Holder<Result>,
): Promise<Result> {
  for (;;) {
    const left = new AbortController();
    const returned = Promise.withResolvers<void>();
    const unfollow = followPageCache({ onLeave: () => left.abort(), onReturn: returned.resolve });
    try {
      return await requestOnce(name, options, { run, left: left.signal });
    } catch (error) {
      if (!left.signal.aborted) throw error;
      await returned.promise;
    } finally {
      unfollow();
    }
  }
}

async function requestOnce<Result>(
  name: string,
  options: LockOptions,
  { run, left }: { run: Holder<Result>; left: AbortSignal },
): Promise<Result> {
  const released = Promise.withResolvers<void>();
  left.addEventListener('abort', () => released.resolve());
  let result: Promise<Result> | undefined;
  const hold = (lock: Lock | null) => {
    result = run(lock, left);
    // Microtasks run before the page is frozen, so that this releases the lock in time.
    return Promise.race([result, released.promise]);
  };
  // The browser does not accept a signal with `ifAvailable`, which never waits.
  const signal = options.signal ? AbortSignal.any([options.signal, left]) : left;
  await navigator.locks.request(name, options.ifAvailable ? options : { ...options, signal }, hold);
  // It may be after the lock was released: then the page has been shown again.
  return result as Promise<Result>;
}

/** Resolves as a promise does, unless the page is left before: then it rejects, and `withLock` runs its holder again. */
export function untilLeft<Result>(promise: Promise<Result>, left: AbortSignal): Promise<Result> {
  const isLeft = Promise.withResolvers<never>();
  left.addEventListener('abort', () => isLeft.reject(left.reason));
  return Promise.race([promise, isLeft.promise]);
}
