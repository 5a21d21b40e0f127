// PGlite has a single session: one connection holds it, the others wait in a queue.
import type { Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';

export interface QueuedConnection {
  /** Resolves with an engine whose session is clean, once this connection holds it. */
  granted: Promise<Engine>;
  /** Releases the session, or leaves the queue. May be called more than once. */
  release(): void;
}

export interface ConnectionQueue {
  enqueue(): QueuedConnection;
}

interface Member {
  grant: (engine: Engine) => void;
  refuse: (error: Error) => void;
}

/** A connection that has not got the session after `waitMs` milliseconds is rejected. */
export function createConnectionQueue(engine: () => Promise<Engine>, waitMs: number): ConnectionQueue {
  const queue: Member[] = [];
  let holder: Member | undefined;

  function advance(): void {
    if (holder !== undefined) return;
    holder = queue.shift();
    if (holder !== undefined) void serve(holder);
  }

  async function serve(member: Member): Promise<void> {
    try {
      const running = await engine();
      await running.session();
      member.grant(running);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      member.refuse(
        error instanceof DatabaseUnavailable
          ? error
          : new DatabaseUnavailable('notNow', `The database cannot be opened now: ${reason}`, error),
      );
    }
  }

  function leave(member: Member): void {
    const index = queue.indexOf(member);
    if (index >= 0) queue.splice(index, 1);
    if (holder === member) {
      holder = undefined;
      advance();
    }
  }

  return {
    enqueue() {
      const { promise: granted, resolve, reject } = Promise.withResolvers<Engine>();
      const timer = setTimeout(() => {
        const why = queue.includes(member) ? 'Its one connection is in use.' : 'It is being reopened.';
        reject(new DatabaseUnavailable('notNow', `The database did not answer in time. ${why}`));
      }, waitMs);
      timer.unref();
      const member: Member = { grant: resolve, refuse: reject };
      granted.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
      queue.push(member);
      advance();
      return { granted, release: () => leave(member) };
    },
  };
}
