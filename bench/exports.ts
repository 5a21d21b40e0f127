/**
 * `npm run bench:exports`: exports a business with `BENCH_NOTES` (100,000) signed notes on PostgreSQL. Measures how long it
 * takes, the memory of the server, and the latency of other requests with and without an export. Writes exports.md.
 */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { query } from './data/fill.ts';
import { formatTable, runBench, startServer, writeReport, type Cells } from './harness.ts';
import { ExportMemory } from './exportMemory.ts';
import { median } from './load.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 100_000);
const USERS = 4;
const SECONDS = 10;
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
  const note = await call<{ id: number }>(token, 'POST /api/notes', buildNoteForm(client.id));
  await copyNote(database, note.id);
  return token;
}

/** Copies a note with its signatures and its frozen text; its digest is that of the first one. */
async function copyNote(database: string, noteId: number): Promise<void> {
  const columnsOf = async (table: string, without: string[]) => {
    const rows = await query<{ name: string }>(
      database,
      `select format('%I', column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name <> all ($2) order by ordinal_position`,
      [table, without],
    );
    return rows.map(({ name }) => name).join(', ');
  };
  const copies = `generate_series(1, ${NOTES - 1}) as n`;
  const own = await columnsOf('notes', ['id', 'capture_id', 'created_at']);
  await query(
    database,
    `insert into notes (id, created_at, ${own})
     select nextval('notes_id_seq'), created_at - n * interval '1 minute', ${own} from notes, ${copies} where id = ${noteId}`,
  );
  for (const table of ['note_versions', 'note_signatures']) {
    const columns = await columnsOf(table, ['note_id']);
    const from = columns.split(', ').map((name) => `one.${name}`);
    await query(
      database,
      `insert into ${table} (note_id, ${columns}) select copy.id, ${from.join(', ')}
       from ${table} as one, notes as copy where one.note_id = ${noteId} and copy.id <> ${noteId}`,
    );
  }
  await query(database, 'analyze');
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

async function measureExport(office: Office) {
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
  await downloadInTwoParts(office, job);
  return { times, seconds, memoryBefore, memory, bytes: job.fileSize ?? 0 };
}

/** Downloads the file of an export, cut in the middle and resumed. @throws unless it is the file of the job */
async function downloadInTwoParts({ product, token }: Office, { id, fileSize, sha256 }: Job): Promise<void> {
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
      received += part.length;
      // Leaving the loop closes the connection.
      if (received >= end) break;
    }
    return response.status;
  };
  await readUntil(Math.floor(size / 2), {});
  const status = await readUntil(size, { range: `bytes=${received}-`, 'if-range': `"${sha256}"` });
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

await runBench({}, async ({ url, folder }) => {
  const database = 'exports';
  await query(url('postgres'), `create database ${database}`);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const product = await startServer({ DATABASE_URL: url(database), DATA_DIR: dataDir });
  try {
    const office = { product, token: await createOffice(product, url(database)) };
    await sendReads(office, endAfter(3));
    const without = await sendReads(office, endAfter(SECONDS));
    const { times, seconds, memoryBefore, memory, bytes } = await measureExport(office);
    const again = await sendReads(office, endAfter(SECONDS));
    const table = formatTable([
      latencies('before', without),
      latencies('during the export', times, without),
      latencies('after', again, without),
    ]);
    console.log(table);
    const summary = `${NOTES} notes in ${seconds.toFixed(0)} s: ${((seconds / NOTES) * 1000).toFixed(1)} ms for each note, ${(bytes / 2 ** 20).toFixed(0)} MB. Memory of the server: ${memoryBefore.toFixed(0)} MB before; ${memory.format()}. The download, cut in the middle and resumed, is the file of the job.`;
    console.log(summary);
    writeReport(
      'exports.md',
      'bench:exports',
      `One business on PostgreSQL with synchronous commits, exported while ${USERS} users read one after another. ${summary} [How it is measured](exports.ts).`,
      table,
    );
  } finally {
    await product.end('SIGTERM');
  }
});

function endAfter(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}
