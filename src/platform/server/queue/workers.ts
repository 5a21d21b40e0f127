/** Workers of a queue: rows of a table that a request adds in its transaction, and that any process claims and works on. */

import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';

/** One kind of queued work: emails, the files of one lane, deliveries to another system. */
export interface Queue<Row> {
  /** For the log. */
  name: string;
  batchSize: number;
  /** Claims the next rows, at most a batch (`claimDue`). */
  claim(now: Date): Promise<Row[]>;
  /** Of a claimed row, from 1. */
  attemptsOf(row: Row): number;
  maxAttempts: number;
  /** Works on a row, and stores its result or that it is tried again; errors are its own. */
  run(row: Row, now: Date): Promise<void>;
  /** Ends a row whose process was killed in its last attempt. */
  abandon(row: Row, now: Date): Promise<void>;
}

/** Works on one batch of due rows. @returns how many it claimed */
export async function runBatch<Row>(queue: Queue<Row>, now: Date): Promise<number> {
  const rows = await queue.claim(now);
  const isOver = (row: Row) => queue.attemptsOf(row) > queue.maxAttempts;
  await Promise.all(rows.map((row) => (isOver(row) ? queue.abandon(row, now) : queue.run(row, now))));
  return rows.length;
}

/** Connects transactions that queue work with the workers of this process. */
export class QueueSignal {
  #wake: () => void = () => undefined;

  /** Notifies the workers of a queued row; without any, nothing happens. */
  wake(): void {
    this.#wake();
  }

  onWake(wake: () => void): void {
    this.#wake = wake;
  }
}

interface WorkerOptions {
  signal: QueueSignal;
  /** For retries, and for rows of other processes, which may have been killed. */
  pollMs: number;
  log: FastifyBaseLogger;
}

/** Starts a worker for each queue. @returns stops claiming; resolves when the rows in progress have ended */
export function startWorkers<Row>(
  queues: readonly Queue<Row>[],
  { signal, pollMs, log }: WorkerOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const workers = queues.map((queue) => createWorker(queue, log, stopping.signal));
  const wakeAll = () => workers.forEach((worker) => worker.wake());
  const timer = setInterval(wakeAll, pollMs).unref();
  signal.onWake(wakeAll);
  wakeAll();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await Promise.all(workers.map((worker) => worker.ended()));
  };
}

/** Runs batches one after another until nothing is due, and again if it was woken meanwhile. */
function createWorker<Row>(queue: Queue<Row>, log: FastifyBaseLogger, stopping: AbortSignal) {
  let running: Promise<void> | undefined;
  let isWoken = false;
  const runAll = async () => {
    while (!stopping.aborted && (await runBatch(queue, clock.now())) === queue.batchSize);
  };
  const wake = () => {
    if (stopping.aborted) return;
    isWoken = running !== undefined;
    running ??= runAll()
      .catch((error: Error) => log.warn({ err: error, queue: queue.name }, 'a queue cannot be worked on now'))
      .finally(() => {
        running = undefined;
        if (isWoken) wake();
      });
  };
  return { wake, ended: async () => running };
}
