/** The socket that `pg` uses for the embedded database. */

import { Duplex } from 'node:stream';
import type { ConnectionQueue, QueuedConnection } from './connectionQueue.ts';
import type { Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { concatenate } from './protocol.ts';

type Callback = (error?: Error | null) => void;

/**
 * The socket of `pg`: sends what is written to the database thread and receives its responses. Destroyed with a
 * DatabaseUnavailable when the database is lost or a query passes its deadline.
 */
export class EmbeddedConnection extends Duplex {
  readonly #queue: ConnectionQueue;
  readonly #onUse: () => void;
  #queued: QueuedConnection | undefined;
  #engine: Engine | undefined;

  /** @param onUse called for each write of the client */
  constructor(queue: ConnectionQueue, onUse: () => void) {
    super({ allowHalfOpen: false });
    this.#queue = queue;
    this.#onUse = onUse;
  }

  /** Called by `pg`, with a port and host that it ignores. Emits `connect` once it holds the session. */
  connect(): this {
    this.#queued = this.#queue.enqueue();
    this.#queued.granted.then(
      (engine) => {
        if (this.destroyed) return;
        this.#engine = engine;
        void engine.lost.then((error) => this.destroy(error));
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _write(chunk: Uint8Array, _encoding: string, done: Callback): void {
    this.#send([chunk], done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: Callback): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _final(done: Callback): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Callback): void {
    this.#queued?.release();
    done(error);
  }

  #send(chunks: Uint8Array[], done: Callback): void {
    if (this.#engine === undefined) {
      done(new DatabaseUnavailable('notNow', 'The database connection is not open yet.'));
      return;
    }
    this.#onUse();
    this.#engine.exchange(concatenate(chunks)).then(
      (response) => {
        if (response.length > 0 && !this.destroyed) this.push(Buffer.from(response.buffer));
      },
      (error: Error) => this.destroy(error),
    );
    // Without waiting for the response: the driver pipelines its statements.
    done();
  }

  // The other methods of a socket that `pg` calls; there is no network to configure.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
