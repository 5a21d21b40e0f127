/**
 * `npm run bench:neighbors`: for each endpoint the largest data or input, one request after another for `BENCH_SECONDS`
 * (2): the longest block of the event loop, the memory, and the reads of another business meanwhile. Writes
 * neighbors.md, and exits with 1 above a limit. `-- hostile` runs six hostile businesses for `BENCH_MINUTES` (10)
 * instead (hostileNeighbors.ts). `BENCH_NOTES` are the notes of the filled database (20,000).
 */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { fillDatabase, fillEmbedded } from './data/fill.ts';
import {
  formatTable,
  Limits,
  NOTES,
  runBench,
  SECONDS,
  startServer,
  writeReport,
  type Cells,
} from './harness.ts';
import { runHostileNeighbors } from './hostileNeighbors.ts';
import { memoryOf, memoryOfChildren, median, quantile } from './load.ts';
import {
  listImportWork,
  listReadWork,
  listWriteWork,
  prepareAdmin,
  send,
  type Work,
} from './neighborRequests.ts';

const LIMITS = {
  ratio: { limit: 3, unit: 'times' },
  block: { limit: 50, unit: 'ms' },
  answer: { limit: 1, unit: 'MB' },
  refusals: { limit: 0, unit: 'answers' },
};
/** With child processes, of the whole run: docs/operations.md. */
const MEMORY = { PostgreSQL: 850, 'embedded database': 1_100 };
/**
 * The one connection of the embedded database is busy until a transaction ends, so that a ratio would measure only that.
 * The longest is the draft of an invoice with 5,000 visits.
 */
const EMBEDDED_WAIT = { limit: 5_000, unit: 'ms' };
const READ = '/api/business-services';
/** prom-client samples the delay of the event loop at this interval, which is part of it. */
const SAMPLE_MS = 10;
const READ_EVERY_MS = 10;
const ALONE_MS = 2_000;

/** The longest delay of the event loop since the last call, in ms. */
async function readBlock(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds = '0'] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text) ?? [];
  return Math.max(0, Number(seconds) * 1000 - SAMPLE_MS);
}

/** Reads one after another until work ends. @returns the times in ms */
async function measureReads(url: string, token: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const began = performance.now();
    const { status } = await send(url, { token, path: READ });
    if (status !== 200) throw new Error(`A read of another business was answered ${status}`);
    times.push(performance.now() - began);
    await pause(READ_EVERY_MS);
  }
  await done;
  return times;
}

interface Measured {
  product: ProductProcess;
  /** Of another business. */
  neighbor: string;
  limits: Limits;
  /** MB. */
  memoryLimit: number;
  isEmbedded: boolean;
}

/** A request that is refused measures nothing. */
const isExpected = (status: number, { status: expected }: Work): boolean =>
  expected === undefined ? (status >= 200 && status < 300) || status === 304 : status === expected;

/** Sends the same request again and again. */
async function measureWork(
  { product, neighbor, limits, memoryLimit, isEmbedded }: Measured,
  work: Work,
): Promise<Cells> {
  const { url, child } = product;
  const alone = await measureReads(url, neighbor, pause(ALONE_MS));
  await readBlock(url);
  let memory = 0;
  const timer = setInterval(() => {
    const pid = child.pid ?? 0;
    memory = Math.max(memory, (memoryOf(pid) + memoryOfChildren(pid)) / 1024);
  }, 25);
  const statuses = new Map<number, number>();
  let bytes = 0;
  const repeat = async () => {
    const until = performance.now() + SECONDS * 1000;
    do {
      const answer = await send(url, work);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      bytes = Math.max(bytes, answer.bytes);
    } while (performance.now() < until);
  };
  const beside = await measureReads(url, neighbor, repeat());
  clearInterval(timer);
  const block = await readBlock(url);
  const ratio = median(beside) / median(alone);
  limits.check(`${work.name}: block`, block, LIMITS.block);
  if (isEmbedded) limits.check(`${work.name}: longest read`, Math.max(...beside), EMBEDDED_WAIT);
  else limits.check(`${work.name}: reads`, ratio, LIMITS.ratio);
  limits.check(`${work.name}: memory`, memory, { limit: memoryLimit, unit: 'MB' });
  const refused = [...statuses].filter(([status]) => !isExpected(status, work));
  limits.check(`${work.name}: ${refused.map(([status]) => status).join()}`, refused.length, LIMITS.refusals);
  if (!/file|pdf|export|statement|template|picture|download/i.test(work.path))
    limits.check(`${work.name}: answer`, bytes / 1e6, LIMITS.answer);
  const cells = {
    request: work.name,
    answers: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    kB: (bytes / 1000).toFixed(0),
    'block, ms': block.toFixed(0),
    'memory, MB': memory.toFixed(0),
    'alone, ms': median(alone).toFixed(1),
    'beside, ms': median(beside).toFixed(1),
    ratio: ratio.toFixed(1),
    'beside, p99 ms': quantile(beside, 0.99).toFixed(0),
  };
  console.log(Object.values(cells).join(' | '));
  return cells;
}

await runBench({}, async ({ url, folder }) => {
  if (process.argv[2] === 'hostile') {
    // The whole run, not a selection: it writes its report.
    process.argv.length = 2;
    return runHostileNeighbors({ url, folder });
  }
  const limits = new Limits();
  const paragraphs: string[] = [];
  const database = 'neighbors';
  const embedded = join(folder, 'embedded');
  const servers = {
    PostgreSQL: async () => ({
      data: await fillDatabase(url, { database, notes: NOTES }),
      environment: { DATABASE_URL: url(database), DATA_DIR: join(folder, 'postgres') },
    }),
    'embedded database': async () => ({
      data: await fillEmbedded(embedded, NOTES),
      environment: { DATA_DIR: embedded },
    }),
  };
  for (const [name, fill] of Object.entries(servers)) {
    const { data, environment } = await fill();
    const memoryLimit = MEMORY[name as keyof typeof MEMORY];
    const ids = await prepareAdmin(environment, data);
    const product = await startServer(environment);
    try {
      const isEmbedded = name === 'embedded database';
      const measured = { product, neighbor: data.small.manager.token, limits, memoryLimit, isEmbedded };
      const work = [
        ...(await listImportWork(product.url, data.middle.manager.token)),
        ...listReadWork(data, ids),
        ...(await listWriteWork(product.url, data, ids)),
      ].filter(
        ({ name: request }) =>
          process.argv.length === 2 || process.argv.slice(2).some((part) => request.includes(part)),
      );
      const rows: Cells[] = [];
      console.log(name);
      for (const one of work) rows.push(await measureWork(measured, one));
      paragraphs.push(`## ${name}`, formatTable(rows));
    } finally {
      await product.end('SIGTERM');
    }
  }
  writeReport(
    'neighbors.md',
    'bench:neighbors',
    `Each request is sent again and again, one after another, by a business with 10,000 notes, while another one reads \`GET ${READ}\` (median). “block” is the longest delay of the event loop, from \`/metrics\`; memory is that of the server and its child processes. [How it is measured](neighbors.ts).`,
    ...paragraphs,
  );
  limits.enforce();
});
