/** Keeps one engine running on a cluster: replaces a lost one, and retries on the next request if that failed. */

import { type Engine, type EngineOptions, startEngine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';

/** The methods of a log that the embedded database uses. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

export interface Supervisor {
  /** The running engine, or the one being started. Rejects when it cannot be started now. */
  engine(): Promise<Engine>;
  /** How often a lost engine has been replaced. */
  restarts(): number;
  /** Closes the engine for good. */
  close(waitMs: number): Promise<void>;
}

export function supervise(
  options: EngineOptions,
  log: Log,
  onFatal: (error: Error) => void = () => {},
): Supervisor {
  let current: Promise<Engine> | undefined;
  let restarts = 0;
  let closed = false;

  function start(after = Promise.resolve()): Promise<Engine> {
    const starting = after.then(() => startEngine(options));
    current = starting;
    starting.then(watch, () => {
      if (current === starting) current = undefined;
    });
    return starting;
  }

  async function watch(engine: Engine): Promise<void> {
    const reason = await engine.lost;
    if (closed) return;
    log.error({ err: reason }, 'The embedded database stopped and is being reopened.');
    onFatal(reason);
    restarts += 1;
    try {
      await start(engine.ended);
      log.info({ restarts }, 'The embedded database is open again.');
    } catch (error) {
      log.error({ err: error }, 'The embedded database did not reopen; the next request retries.');
    }
  }

  return {
    engine() {
      if (closed) {
        return Promise.reject(new DatabaseUnavailable('closed', 'The database has been closed.'));
      }
      return current ?? start();
    },
    restarts: () => restarts,
    async close(waitMs) {
      closed = true;
      const engine = await current?.catch(() => undefined);
      try {
        await engine?.close(waitMs);
      } catch (error) {
        // Everything acknowledged is in the write-ahead log, from which the next start recovers.
        log.warn({ err: error }, 'The embedded database was not shut down cleanly.');
      }
    },
  };
}
