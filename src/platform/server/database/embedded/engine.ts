/** The main thread's handle on one database worker: requests and responses, the query deadline, termination. */

import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from './errors.ts';
import { counter, type Report, type Request, type Row, type WorkerTask } from './messages.ts';
import { countStatements } from './protocol.ts';

/** Opening replays the log since the last checkpoint, which takes long on a slow disk. */
const startLimitMs = 120_000;
/** The last checkpoint writes everything that has changed since the previous one. */
const closeLimitMs = 60_000;
const checkIntervalMs = 100;

/**
 * Flags of V8 for all WebAssembly of the process: its optimizing compiler takes 600 MB for one function of PostgreSQL
 * (docs/decisions/048).
 */
const COMPILER_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

export interface EngineOptions {
  workerUrl: URL;
  cluster: string;
  counters: SharedArrayBuffer;
  /** How long one query may run, in milliseconds; read at every check. */
  queryDeadlineMs: () => number;
}

type RequestBody = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;
type Result = Extract<Report, { kind: 'result' }>;

interface PendingRequest {
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  limitMs: () => number;
}

/** Starts a worker on the cluster; resolves when it serves. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.ready;
  return engine;
}

export class Engine {
  /** Settles when the worker serves, or could not be started. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when this engine becomes unusable. */
  readonly lost: Promise<Error>;
  /** Resolves when its thread has ended and another one may open the files. */
  readonly ended: Promise<void>;

  readonly #worker: Worker;
  readonly #counters: Int32Array;
  readonly #queryDeadlineMs: () => number;
  readonly #pending = new Map<number, PendingRequest>();
  #lastId = 0;
  #closing = false;
  #failure: Error | undefined;
  #declareLost: (error: Error) => void = () => {};
  #watch: NodeJS.Timeout | undefined;

  constructor(options: EngineOptions) {
    this.#queryDeadlineMs = options.queryDeadlineMs;
    this.#counters = new Int32Array(options.counters);
    Atomics.store(this.#counters, counter.running, 0);
    const { workerUrl, cluster, counters } = options;
    for (const flag of COMPILER_FLAGS) setFlagsFromString(flag);
    this.#worker = new Worker(workerUrl, { workerData: { cluster, counters } satisfies WorkerTask });
    this.lost = new Promise((resolve) => (this.#declareLost = resolve));
    this.ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.ready = this.#listen();
  }

  /** Rolls back and resets what an earlier connection left in the session. */
  async resetSession(): Promise<void> {
    await this.#request({ kind: 'resetSession' }, this.#queryDeadlineMs);
  }

  /** Sends the client's bytes to PostgreSQL and resolves with its response. Transfers the bytes: do not use them again. */
  async exchange(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    // Statements sent together are executed together, each with the whole deadline.
    const statements = Math.max(1, countStatements(bytes));
    const result = await this.#request({ kind: 'bytes', bytes }, () => this.#queryDeadlineMs() * statements);
    return result.bytes ?? new Uint8Array(0);
  }

  /** Executes an administrative statement as soon as no transaction is open. */
  async run(sql: string, limitMs: number): Promise<Row[]> {
    return (await this.#request({ kind: 'run', sql }, () => limitMs)).rows ?? [];
  }

  /**
   * Completes pending requests, checkpoints and ends. A transaction that is still open after `waitMs` is rolled back.
   */
  async close(waitMs: number): Promise<void> {
    if (this.#failure !== undefined) return this.ended;
    this.#closing = true;
    const closed = this.#request({ kind: 'close' }, () => closeLimitMs);
    const id = this.#lastId;
    const timer = setTimeout(() => {
      if (Atomics.load(this.#counters, counter.running) === id) return;
      this.destroy(new DatabaseUnavailable('closed', 'The database was closed with a transaction open.'));
    }, waitMs);
    try {
      await closed;
    } finally {
      clearTimeout(timer);
      await this.ended;
    }
  }

  /** Terminates the thread immediately, even in the middle of a query. */
  destroy(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    clearInterval(this.#watch);
    this.#watch = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    this.#declareLost(error);
    void this.#worker.terminate();
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.destroy(new Error(`The database did not open within ${startLimitMs / 1000} seconds.`));
      }, startLimitMs);
      void this.lost.then((error) => {
        clearTimeout(timer);
        reject(error);
      });
      this.#worker.on('message', (report: Report) => {
        if (report.kind === 'ready') {
          clearTimeout(timer);
          resolve();
        } else this.#receive(report);
      });
      this.#worker.on('error', (error) => this.destroy(error as Error));
      this.#worker.on('exit', (status) => {
        this.destroy(
          this.#closing
            ? new DatabaseUnavailable('closed', 'The database has been closed.')
            : new DatabaseUnavailable('stopped', `The database thread ended with status ${status}.`),
        );
      });
    });
  }

  #request(body: RequestBody, limitMs: () => number): Promise<Result> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = (this.#lastId = (this.#lastId % 0x7fff_fffe) + 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, limitMs });
      this.#worker.postMessage({ ...body, id }, body.kind === 'bytes' ? [body.bytes.buffer] : []);
      this.#watch ??= this.#startWatch();
    });
  }

  #receive(report: Exclude<Report, { kind: 'ready' }>): void {
    if (report.kind === 'lost') {
      this.destroy(new DatabaseUnavailable('stopped', `The database stopped: ${report.message}`));
      return;
    }
    const request = this.#pending.get(report.id);
    this.#pending.delete(report.id);
    if (report.kind === 'result') request?.resolve(report);
    else request?.reject(Object.assign(new Error(report.message), { code: report.code }));
  }

  /**
   * Checks ten times a second, while requests are pending, whether the worker has made progress. It counts checks and
   * not time: while this thread is blocked, results wait unread, which must not count against the query.
   */
  #startWatch(): NodeJS.Timeout {
    let lastProgress = -1;
    let checks = 0;
    const timer = setInterval(() => {
      if (this.#pending.size === 0) {
        clearInterval(timer);
        this.#watch = undefined;
        return;
      }
      const progress = Atomics.load(this.#counters, counter.progress);
      const running = this.#pending.get(Atomics.load(this.#counters, counter.running));
      checks = progress === lastProgress && running !== undefined ? checks + 1 : 0;
      lastProgress = progress;
      if (running === undefined || checks * checkIntervalMs < running.limitMs()) return;
      const seconds = running.limitMs() / 1000;
      this.destroy(
        new DatabaseUnavailable('deadline', `A query was ended because it ran longer than ${seconds} s.`),
      );
    }, checkIntervalMs);
    return timer;
  }
}
