import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { ConnectionQueue, QueuedConnection } from './connectionQueue.ts';
import { concatenate } from './protocol.ts';

type Done = (error?: Error | null) => void;

/**
 * What `pg` takes for its socket: bytes written go to the database thread, its answers come back.
 * Destroyed with a DatabaseUnavailable when the database is lost or a query passes its deadline.
 */
export class EmbeddedConnection extends Duplex {
  readonly #queue: ConnectionQueue;
  readonly #onUse: () => void;
  #queued: QueuedConnection | undefined;
  #engine: Engine | undefined;

  /** `onUse` is called with each message from the client. */
  constructor(queue: ConnectionQueue, onUse: () => void) {
    super({ allowHalfOpen: false });
    this.#queue = queue;
    this.#onUse = onUse;
  }

  /** Called by `pg`; port and host mean nothing here. Emits `connect` when the session is ours. */
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

  override _write(chunk: Uint8Array, _encoding: string, done: Done): void {
    this.#send([chunk], done);
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: Done): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _read(): void {
    // Answers are pushed as they come; a client that does not read has asked for little.
  }

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#queued?.release();
    done(error);
  }

  #send(chunks: Uint8Array[], done: Done): void {
    if (this.#engine === undefined) {
      done(new DatabaseUnavailable('notNow', 'The database connection is not open yet.'));
      return;
    }
    this.#onUse();
    this.#engine.exchange(concatenate(chunks)).then(
      (answer) => {
        if (answer.length > 0 && !this.destroyed) this.push(Buffer.from(answer.buffer));
      },
      (error: Error) => this.destroy(error),
    );
    // Without waiting for the answer: the driver sends several statements ahead.
    done();
  }

  // The rest of a socket that `pg` calls. There is no network underneath to set up.
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
