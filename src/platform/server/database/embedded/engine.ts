// The main thread's handle on one database worker: requests and answers, the deadline, the end.
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from './errors.ts';
import { statementsIn } from './protocol.ts';
import { counter, type Report, type Request, type Row, type WorkerTask } from './messages.ts';

/** Opening reads back what was written since the last checkpoint; that is bounded, but slow disks exist. */
const startLimitMs = 120_000;
/** The last checkpoint writes everything that has changed since the one before. */
const closeLimitMs = 60_000;
const watchEveryMs = 100;

export interface EngineOptions {
  workerUrl: URL;
  cluster: string;
  counters: SharedArrayBuffer;
  /** How long one query may run, in milliseconds; read at every check. */
  queryDeadlineMs: () => number;
}

type RequestBody = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;
type Answer = Extract<Report, { kind: 'answer' }>;

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  limitMs: () => number;
}

/** Starts a worker on the cluster; resolves when it serves. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const engine = new Engine(options);
  await engine.ready;
  return engine;
}

function launch({ workerUrl, cluster, counters }: EngineOptions): Worker {
  return new Worker(workerUrl, { workerData: { cluster, counters } satisfies WorkerTask });
}

export class Engine {
  /** Settles when the worker serves, or could not be started. */
  readonly ready: Promise<void>;
  /** Resolves with the reason as soon as this engine can no longer be used. */
  readonly lost: Promise<Error>;
  /** Resolves when its thread has ended and the files are free for another. */
  readonly gone: Promise<void>;

  readonly #worker: Worker;
  readonly #counters: Int32Array;
  readonly #queryDeadlineMs: () => number;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closing = false;
  #failure: Error | undefined;
  #declareLost: (error: Error) => void = () => {};
  #watch: NodeJS.Timeout | undefined;

  constructor(options: EngineOptions) {
    this.#queryDeadlineMs = options.queryDeadlineMs;
    this.#counters = new Int32Array(options.counters);
    Atomics.store(this.#counters, counter.running, 0);
    this.#worker = launch(options);
    this.lost = new Promise((resolve) => (this.#declareLost = resolve));
    this.gone = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.ready = this.#listen();
  }

  /** Begins a session with nothing left of the one before. */
  async session(): Promise<void> {
    await this.#request({ kind: 'session' }, this.#queryDeadlineMs);
  }

  /** Hands the client's bytes to PostgreSQL and resolves with its answer. The bytes are given away. */
  async exchange(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    // Those that travel together are carried out together.
    const statements = Math.max(1, statementsIn(bytes));
    const answer = await this.#request({ kind: 'bytes', bytes }, () => this.#queryDeadlineMs() * statements);
    return answer.bytes ?? new Uint8Array(0);
  }

  /** Runs an administrative statement as soon as no transaction is open. */
  async ask(sql: string, limitMs: number): Promise<Row[]> {
    return (await this.#request({ kind: 'ask', sql }, () => limitMs)).rows ?? [];
  }

  /**
   * Answers what was asked, checkpoints and ends. When it has not come to that after `waitMs`, a
   * transaction was left open: it is dropped.
   */
  async close(waitMs: number): Promise<void> {
    if (this.#failure !== undefined) return this.gone;
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
      await this.gone;
    }
  }

  /** Ends the thread at once, even in the middle of a query. */
  destroy(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    clearInterval(this.#watch);
    this.#watch = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
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
        } else this.#take(report);
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

  #request(body: RequestBody, limitMs: () => number): Promise<Answer> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = (this.#lastId = (this.#lastId % 0x7fff_fffe) + 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, limitMs });
      this.#worker.postMessage({ ...body, id }, body.kind === 'bytes' ? [body.bytes.buffer] : []);
      this.#watch ??= this.#startWatch();
    });
  }

  #take(report: Exclude<Report, { kind: 'ready' }>): void {
    if (report.kind === 'lost') {
      this.destroy(new DatabaseUnavailable('stopped', `The database stopped: ${report.message}`));
      return;
    }
    const waiting = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.kind === 'answer') waiting?.resolve(report);
    else waiting?.reject(Object.assign(new Error(report.message), { code: report.code }));
  }

  /**
   * Looks ten times a second whether the worker has moved on, as long as something is asked of it.
   * It counts looks instead of reading a clock: when this thread was blocked itself, answers may
   * be waiting unread, and that time must not count against the query.
   */
  #startWatch(): NodeJS.Timeout {
    let seen = -1;
    let looks = 0;
    const timer = setInterval(() => {
      if (this.#waiting.size === 0) {
        clearInterval(timer);
        this.#watch = undefined;
        return;
      }
      const progress = Atomics.load(this.#counters, counter.progress);
      const running = this.#waiting.get(Atomics.load(this.#counters, counter.running));
      looks = progress === seen && running !== undefined ? looks + 1 : 0;
      seen = progress;
      if (running === undefined || looks * watchEveryMs < running.limitMs()) return;
      const seconds = running.limitMs() / 1000;
      this.destroy(
        new DatabaseUnavailable('deadline', `A query was ended because it ran longer than ${seconds} s.`),
      );
    }, watchEveryMs);
    return timer;
  }
}
