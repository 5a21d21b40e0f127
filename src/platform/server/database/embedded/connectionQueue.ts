/** The queue for the one session of PGlite. */

import pLimit from 'p-limit';
import type { Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';

export interface QueuedConnection {
  /** Resolves with an engine whose session is clean, once this connection holds it. */
  granted: Promise<Engine>;
  /** Releases the session, or leaves the queue. May be called more than once. */
  release(): void;
}

export class ConnectionQueue {
  readonly #limit = pLimit(1);
  readonly #getEngine: () => Promise<Engine>;
  readonly #waitMs: number;

  /** @param waitMs how long a connection waits for the session before it is rejected */
  constructor(getEngine: () => Promise<Engine>, waitMs: number) {
    this.#getEngine = getEngine;
    this.#waitMs = waitMs;
  }

  enqueue(): QueuedConnection {
    const { promise: granted, resolve, reject } = Promise.withResolvers<Engine>();
    const released = Promise.withResolvers<void>();
    let isReleased = false;
    let reason = 'Its one connection is in use.';
    const timer = setTimeout(() => {
      reject(new DatabaseUnavailable('notNow', `The database did not answer in time. ${reason}`));
    }, this.#waitMs);
    timer.unref();
    granted.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
    void this.#limit(async () => {
      if (isReleased) return;
      reason = 'It is being reopened.';
      try {
        const engine = await this.#getEngine();
        await engine.resetSession();
        resolve(engine);
      } catch (error) {
        reject(toUnavailable(error));
      }
      await released.promise;
    });
    return {
      granted,
      release: () => {
        isReleased = true;
        released.resolve();
      },
    };
  }
}

function toUnavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable('notNow', `The database cannot be opened now: ${reason}`, error);
}
