// The thread PostgreSQL runs in. A query is synchronous WebAssembly, so this thread is blocked while
// one runs; the main thread watches the shared counters and ends it when it runs too long.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { createCluster, openCluster } from './pgliteCluster.ts';
import { counter, type Report, type Request, type WorkerTask } from './messages.ts';
import { concatenate, findError, GroupSplitter, simpleQuery, syncMessage } from './protocol.ts';

type Send = (report: Report) => void;

/** Serves one cluster: requests strictly one after another, administrative ones outside transactions. */
class Server {
  closed = false;
  readonly #database: PGlite;
  readonly #counters: Int32Array;
  readonly #report: Send;
  #splitter = new GroupSplitter();
  #parked: Request[] = [];

  constructor(database: PGlite, counters: Int32Array, report: Send) {
    this.#database = database;
    this.#counters = counters;
    this.#report = report;
  }

  async handle(request: Request): Promise<void> {
    const administrative = request.kind !== 'bytes' && request.kind !== 'session';
    if (administrative && this.#database.isInTransaction()) {
      this.#parked.push(request);
      return;
    }
    await this.#run(request);
    while (!this.closed && this.#parked.length > 0 && !this.#database.isInTransaction()) {
      await this.#run(this.#parked.shift() as Request);
    }
  }

  async #run(request: Request): Promise<void> {
    Atomics.store(this.#counters, counter.running, request.id);
    Atomics.add(this.#counters, counter.progress, 1);
    try {
      this.#report({ kind: 'answer', id: request.id, ...(await this.#answer(request)) });
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      this.#report({ kind: 'refused', id: request.id, message, code });
    } finally {
      Atomics.store(this.#counters, counter.running, 0);
    }
  }

  async #answer(request: Request) {
    switch (request.kind) {
      case 'session':
        return this.#newSession();
      case 'bytes':
        return { bytes: await this.#execute(request.bytes) };
      case 'ask':
        return { rows: (await this.#database.query<Record<string, unknown>>(request.sql)).rows };
      case 'close':
        await this.#database.exec('CHECKPOINT');
        await this.#database.close();
        this.closed = true;
        return {};
    }
  }

  /** Leaves nothing of an earlier connection: open work, settings, statements, locks, temporary tables. */
  async #newSession() {
    this.#splitter = new GroupSplitter();
    await this.#exchange(syncMessage);
    if (this.#database.isInTransaction()) await this.#exchange(simpleQuery('ROLLBACK'));
    const error = findError(await this.#exchange(simpleQuery('DISCARD ALL')), () => true);
    if (error) this.#lost(`A new session could not be cleaned: ${error.message}`);
    return {};
  }

  async #execute(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const answers: Uint8Array[] = [];
    for (const group of this.#splitter.push(bytes)) {
      Atomics.add(this.#counters, counter.progress, 1);
      answers.push(await this.#exchange(group));
    }
    return answers.length === 1 ? (answers[0] as Uint8Array<ArrayBuffer>) : concatenate(answers);
  }

  /** One group in, the server's whole answer out. Does not parse rows: that is the driver's work. */
  async #exchange(group: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    await this.#database.runExclusive(() =>
      // The bytes are a view into WebAssembly memory that is about to be reused.
      this.#database.execProtocolRawStream(group, {
        syncToFs: false,
        onRawData: (bytes) => parts.push(bytes.slice()),
      }),
    );
    const answer = concatenate(parts);
    const fatal = findError(answer, ({ severity }) => severity === 'FATAL' || severity === 'PANIC');
    if (fatal) this.#lost(`${fatal.severity} ${fatal.code}: ${fatal.message}`);
    return answer;
  }

  #lost(message: string): void {
    this.#report({ kind: 'lost', message });
  }
}

async function serve(port: MessagePort): Promise<void> {
  const { cluster, counters: shared } = workerData as WorkerTask;
  const counters = new Int32Array(shared);
  const report: Send = (message) => {
    port.postMessage(message, 'bytes' in message && message.bytes ? [message.bytes.buffer] : []);
  };
  const onPanic = (line: string) => report({ kind: 'lost', message: line });
  const server = new Server(await openCluster(cluster, counters, onPanic), counters, report);
  let queue = Promise.resolve();
  port.on('message', (request: Request) => {
    queue = queue.then(async () => {
      await server.handle(request);
      if (server.closed) port.close();
    });
  });
  report({ kind: 'ready' });
}

// As a thread it serves. As a program of its own it makes a new cluster in the directory named, so
// that its memory is released.
if (parentPort !== null) await serve(parentPort);
else await createCluster(process.argv[2] ?? '');
