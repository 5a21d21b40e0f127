/**
 * `npm run bench:exports`: exports a business with `BENCH_NOTES` (100,000) signed notes on PostgreSQL. Measures how long it
 * takes, the memory of the server, and the latency of other requests with and without an export. Then imports the file
 * into an embedded database and verifies it there, and with the second verifier. Writes exports.md, and exits with 1 above a limit.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { copyNotes } from './data/copyNotes.ts';
import { query } from './data/fill.ts';
import { ExportMemory } from './exportMemory.ts';
import { formatTable, Limits, runBench, startServer, writeReport, type Cells } from './harness.ts';
import { median } from './load.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 100_000);
const USERS = 4;
const SECONDS = 10;
/** For the memory of each process, and for the latency of other requests. */
const LIMITS = { memory: { limit: 400, unit: 'MB' }, latency: { limit: 2, unit: 'times' } };
/** The pause of a user between two requests. */
const THINK_MS = 100;

interface Office {
  product: ProductProcess;
  token: string;
}

/** A business with one note that was signed over HTTP, and copies of it. */
async function createOffice({ url }: ProductProcess, database: string): Promise<string> {
  const call = <Answer>(token: string | null, endpoint: string, body?: object) =>
    callEndpoint<Answer>(url, endpoint, { token, body });
  const { token } = await call<{ token: string }>(
    null,
    'POST /api/auth/register-admin',
    buildRegistrationForm(),
  );
  const client = await call<{ id: number }>(token, 'POST /api/clients', buildClientForm());
  await call(token, 'POST /api/notes', buildNoteForm(client.id, { startTime: '09:00', endTime: '09:15' }));
  await copyNotes(database, NOTES - 1);
  return token;
}

const READS = ['/api/notes/my?limit=20', '/api/clients', '/api/dashboard', '/api/auth/validate'];

/** Sends requests of a few users one after another. @returns the latencies in milliseconds */
async function sendReads({ product, token }: Office, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const user = async (first: number) => {
    for (let n = first; !isOver(); n += 1) {
      const begun = performance.now();
      const response = await fetch(`${product.url}${READS[n % READS.length]}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
      times.push(performance.now() - begun);
      await pause(THINK_MS);
    }
  };
  await Promise.all(Array.from({ length: USERS }, (_, first) => user(first)));
  return times;
}

interface Job {
  id: number;
  state: string;
  fileSize: number | null;
  sha256: string | null;
}

async function measureExport(office: Office, file: string) {
  const { product, token } = office;
  const get = (id: number) => callEndpoint<Job>(product.url, `GET /api/exports/${id}`, { token });
  const memoryBefore = new ExportMemory(product).read().server;
  const begun = performance.now();
  const { id } = await callEndpoint<{ id: number }>(product.url, 'POST /api/exports', { token });
  let job = await get(id);
  const memory = new ExportMemory(product);
  const watch = async () => {
    while (job.state === 'queued' || job.state === 'running') {
      await pause(500);
      job = await get(id);
      memory.read();
    }
  };
  const [times] = await Promise.all([
    sendReads(office, () => job.state !== 'queued' && job.state !== 'running'),
    watch(),
  ]);
  if (job.state !== 'done') throw new Error(`The export ended with ${job.state}`);
  const seconds = (performance.now() - begun) / 1000;
  await downloadInTwoParts(office, job, file);
  return { times, seconds, memoryBefore, memory, bytes: job.fileSize ?? 0 };
}

/** Downloads the file of an export, cut in the middle and resumed. @throws unless it is the file of the job */
async function downloadInTwoParts(
  { product, token }: Office,
  { id, fileSize, sha256 }: Job,
  path: string,
): Promise<void> {
  const file = await open(path, 'w');
  const hash = createHash('sha256');
  const size = fileSize ?? 0;
  let received = 0;
  const readUntil = async (end: number, headers: Record<string, string>) => {
    const response = await fetch(`${product.url}/api/exports/${id}/file`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    for await (const chunk of response.body ?? []) {
      const part = chunk.subarray(0, end - received);
      hash.update(part);
      await file.write(part);
      received += part.length;
      // Leaving the loop closes the connection.
      if (received >= end) break;
    }
    return response.status;
  };
  await readUntil(Math.floor(size / 2), {});
  const status = await readUntil(size, { range: `bytes=${received}-`, 'if-range': `"${sha256}"` });
  await file.close();
  if (status !== 206 || received !== size || hash.digest('hex') !== sha256)
    throw new Error(`The resumed download has status ${status} and ${received} of ${size} bytes`);
}

const percentile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

const latencies = (name: string, times: number[], without?: number[]): Cells => ({
  '': name,
  requests: String(times.length),
  'p50 ms': median(times).toFixed(1),
  'p95 ms': percentile(times, 0.95).toFixed(1),
  'p99 ms': percentile(times, 0.99).toFixed(1),
  'p50 ratio': without ? (median(times) / median(without)).toFixed(2) : '1',
  'p95 ratio': without ? (percentile(times, 0.95) / percentile(without, 0.95)).toFixed(2) : '1',
});

/** Exports the business into a file. @returns the paragraph and the table of the report, and its limits */
async function measure(product: ProductProcess, database: string, file: string) {
  const office = { product, token: await createOffice(product, database) };
  await sendReads(office, endAfter(3));
  const without = await sendReads(office, endAfter(SECONDS));
  const { times, seconds, memoryBefore, memory, bytes } = await measureExport(office, file);
  const again = await sendReads(office, endAfter(SECONDS));
  const table = formatTable([
    latencies('before', without),
    latencies('during the export', times, without),
    latencies('after', again, without),
  ]);
  const summary = `${NOTES} notes in ${seconds.toFixed(0)} s: ${((seconds / NOTES) * 1000).toFixed(1)} ms for each note, ${(bytes / 2 ** 20).toFixed(0)} MB. Memory of the server: ${memoryBefore.toFixed(0)} MB before; ${memory.format()}. The download, cut in the middle and resumed, is the file of the job.`;
  console.log(table, summary);
  const limits = new Limits();
  limits.check('Memory of the server', memory.server, LIMITS.memory);
  limits.check('Memory of the process of the export', memory.export, LIMITS.memory);
  const ratio = percentile(times, 0.95) / percentile(without, 0.95);
  limits.check('Other requests during the export, p95', ratio, LIMITS.latency);
  return { table, summary, limits };
}

/** Runs a program and prints its output. @throws when it fails */
function run(program: string, args: string[], environment = {}): void {
  execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
}

/** Imports an export into an embedded database and verifies it, there and with the second verifier. @returns the seconds of each */
function verifyElsewhere(file: string, folder: string): number[] {
  const started = performance.now();
  run('npm', ['run', '--silent', 'import-business', '--', file], { DATA_DIR: join(folder, 'embedded') });
  const imported = performance.now();
  const files = ['notes/evidence.jsonl', 'csv/audit-log.csv'];
  run('unzip', ['-q', file, ...files, '-d', folder]);
  const unzipped = performance.now();
  run('node', ['scripts/verify-evidence.mjs', ...files.map((name) => join(folder, name))]);
  return [imported - started, performance.now() - unzipped].map((ms) => Math.round(ms / 1000));
}

await runBench({}, async ({ url, folder }) => {
  const database = 'exports';
  await query(url('postgres'), `create database ${database}`);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const file = join(folder, 'export.zip');
  const product = await startServer({ DATABASE_URL: url(database), DATA_DIR: dataDir });
  let measured: Awaited<ReturnType<typeof measure>>;
  try {
    measured = await measure(product, url(database), file);
  } finally {
    await product.end('SIGTERM');
  }
  const [imported, verified] = verifyElsewhere(file, folder);
  const round = `Imported into an embedded database, where all verifications are right: ${imported} s. All signed versions are right by the second verifier: ${verified} s.`;
  console.log(round);
  writeReport(
    'exports.md',
    'bench:exports',
    `One business on PostgreSQL with synchronous commits, exported while ${USERS} users read one after another. ${measured.summary} ${round} [How it is measured](exports.ts).`,
    measured.table,
  );
  measured.limits.enforce();
});

function endAfter(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}
