/**
 * The thread that runs PostgreSQL. A query is synchronous WebAssembly and blocks it; the main thread watches the shared
 * counters and terminates a thread whose query runs too long.
 */

import type { PGlite } from '@electric-sql/pglite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { unpackCluster } from './createCluster.ts';
import { counter, type Report, type Request, type WorkerTask } from './messages.ts';
import { openCluster } from './pgliteCluster.ts';
import { concatenate, findError, GroupSplitter, simpleQuery, syncMessage } from './protocol.ts';

type Send = (report: Report) => void;

/** Serves one cluster: executes requests one after another, administrative ones outside transactions. */
class Server {
  closed = false;
  readonly #database: PGlite;
  readonly #counters: Int32Array;
  readonly #report: Send;
  #splitter = new GroupSplitter();
  #deferred: Request[] = [];

  constructor(database: PGlite, counters: Int32Array, report: Send) {
    this.#database = database;
    this.#counters = counters;
    this.#report = report;
  }

  async handle(request: Request): Promise<void> {
    const administrative = request.kind !== 'bytes' && request.kind !== 'resetSession';
    if (administrative && this.#database.isInTransaction()) {
      this.#deferred.push(request);
      return;
    }
    await this.#run(request);
    while (!this.closed && this.#deferred.length > 0 && !this.#database.isInTransaction()) {
      await this.#run(this.#deferred.shift() as Request);
    }
  }

  async #run(request: Request): Promise<void> {
    Atomics.store(this.#counters, counter.running, request.id);
    Atomics.add(this.#counters, counter.progress, 1);
    try {
      this.#report({ kind: 'result', id: request.id, ...(await this.#handle(request)) });
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      this.#report({ kind: 'error', id: request.id, message, code });
    } finally {
      Atomics.store(this.#counters, counter.running, 0);
    }
  }

  async #handle(request: Request) {
    switch (request.kind) {
      case 'resetSession':
        return this.#resetSession();
      case 'bytes':
        return { bytes: await this.#execute(request.bytes) };
      case 'run':
        return { rows: (await this.#database.query<Record<string, unknown>>(request.sql)).rows };
      case 'close':
        await this.#database.exec('CHECKPOINT');
        await this.#database.close();
        this.closed = true;
        return {};
    }
  }

  /** Discards what an earlier connection left: its transaction, settings, statements, locks, temporary tables. */
  async #resetSession() {
    this.#splitter = new GroupSplitter();
    await this.#exchange(syncMessage);
    if (this.#database.isInTransaction()) await this.#exchange(simpleQuery('ROLLBACK'));
    const error = findError(await this.#exchange(simpleQuery('DISCARD ALL')), () => true);
    if (error) this.#lost(`The session could not be reset: ${error.message}`);
    return {};
  }

  async #execute(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const responses: Uint8Array[] = [];
    for (const group of this.#splitter.push(bytes)) {
      Atomics.add(this.#counters, counter.progress, 1);
      responses.push(await this.#exchange(group));
    }
    return responses.length === 1 ? (responses[0] as Uint8Array<ArrayBuffer>) : concatenate(responses);
  }

  /** Sends one group of messages and returns the server's whole response, unparsed. */
  async #exchange(group: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    await this.#database.runExclusive(() =>
      // The bytes are a view into WebAssembly memory that is about to be reused.
      this.#database.execProtocolRawStream(group, {
        syncToFs: false,
        onRawData: (bytes) => parts.push(bytes.slice()),
      }),
    );
    const response = concatenate(parts);
    const fatal = findError(response, ({ severity }) => severity === 'FATAL' || severity === 'PANIC');
    if (fatal) this.#lost(`${fatal.severity} ${fatal.code}: ${fatal.message}`);
    return response;
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

// A thread serves a cluster; a process of its own unpacks one.
if (parentPort !== null) await serve(parentPort);
else await unpackCluster(process.argv[2] ?? '', import.meta.url);
