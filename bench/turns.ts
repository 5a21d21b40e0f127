/**
 * `npm run bench:turns`: how long a small business waits for its export and for the upload of a spreadsheet, alone and beside
 * six businesses that export and upload all the time. Writes turns.md, and exits with 1 above a ratio of 1.5.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildUploadForm } from '#tests/support/factories/files.ts';
import { buildCsv, buildImportForm } from '#tests/support/factories/imports.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { callEndpoint, fetchEndpoint } from '#tests/support/helpers/httpCall.ts';
import { copyNotes } from './data/copyNotes.ts';
import { query } from './data/fill.ts';
import { formatTable, Limits, ROUNDS, runBench, startServer, writeReport } from './harness.ts';
import { median } from './load.ts';

const BUSY = 6;
/** Notes of the small business. */
const NOTES = Number(process.env['BENCH_NOTES'] ?? 300);
/** Uploaded files of each busy business, which make its export large. */
const FILES = 5;
const FILE_BYTES = 24 * 2 ** 20;
/** Rows of each spreadsheet. */
const ROWS = 2_000;
const UPLOADS = 5;
/** Between the uploads of the small business, as of a person who looks at a preview. */
const LOOK_MS = 5_000;
const LIMIT = { limit: 1.5, unit: 'times' };

interface Office {
  url: string;
  token: string;
}

/** A business with a client, which pays: exports of those that do not pay come last. */
async function createOffice(url: string, database: string): Promise<Office & { clientId: number }> {
  const { token } = await callEndpoint<{ token: string }>(url, 'POST /api/auth/register-admin', {
    body: buildRegistrationForm(),
  });
  await query(database, `update businesses set subscription_status = 'active'`);
  return { url, token, clientId: await createClient(url, token) };
}

async function createClient(url: string, token: string): Promise<number> {
  const { id } = await callEndpoint<{ id: number }>(url, 'POST /api/clients', {
    token,
    body: buildClientForm(),
  });
  return id;
}

async function uploadFiles({ url, token, clientId }: Office & { clientId: number }): Promise<void> {
  for (let file = 0; file < FILES; file += 1) {
    const bytes = Buffer.from(randomBytes((FILE_BYTES / 4) * 3).toString('base64'));
    const body = buildUploadForm({ name: `${file}.txt`, bytes });
    await callEndpoint(url, `POST /api/clients/${clientId}/documents`, { token, body });
  }
}

/** Waits for an export that is requested now. @returns seconds */
async function exportOnce({ url, token }: Office): Promise<number> {
  const begun = performance.now();
  const { id } = await callEndpoint<{ id: number }>(url, 'POST /api/exports', { token });
  for (;;) {
    await pause(100);
    const { state } = await callEndpoint<{ state: string }>(url, `GET /api/exports/${id}`, { token });
    if (state === 'failed') throw new Error('An export failed');
    if (state === 'done') return (performance.now() - begun) / 1000;
  }
}

const SHEET = buildCsv(
  ['Client ID', 'Contact name', 'Phone'],
  ...Array.from({ length: ROWS }, (_, row) => [`C-${row}`, `Ana Ruiz ${row}`, '555 0100']),
);

/** Uploads a spreadsheet. @returns seconds; null when too many of the business wait */
async function uploadOnce({ url, token }: Office): Promise<number | null> {
  const begun = performance.now();
  const body = buildImportForm('clients', SHEET);
  const response = await fetchEndpoint(url, 'POST /api/imports', { token, body });
  await response.arrayBuffer();
  if (response.status === 429) return null;
  if (!response.ok) throw new Error(`An upload answered ${response.status}`);
  return (performance.now() - begun) / 1000;
}

interface Waits {
  exports: number[];
  uploads: number[];
}

async function measureWaits(office: Office): Promise<Waits> {
  const waits: Waits = { exports: [], uploads: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    waits.exports.push(await exportOnce(office));
    for (let upload = 0; upload < UPLOADS; upload += 1) {
      await pause(LOOK_MS);
      const seconds = await uploadOnce(office);
      if (seconds === null) throw new Error('An upload of the small business was refused');
      waits.uploads.push(seconds);
    }
  }
  return waits;
}

/** Exports and uploads of the busy businesses. @returns ends them, with what they have finished */
function keepBusy(offices: readonly Office[]): () => { exports: number; uploads: number } {
  let isOver = false;
  const counts = { exports: 0, uploads: 0 };
  const exporting = async (office: Office) => {
    while (!isOver) {
      await exportOnce(office);
      counts.exports += 1;
    }
  };
  const uploading = async (office: Office) => {
    while (!isOver) {
      const seconds = await uploadOnce(office);
      if (seconds === null) await pause(200);
      else counts.uploads += 1;
    }
  };
  const running = Promise.all(
    // Two spreadsheets of each at a time: one is read or waits for it, and one waits.
    offices.flatMap((office) => [exporting(office), uploading(office), uploading(office)]),
  );
  // The server's stop ends the work still in progress; a failure before that fails the run.
  running.catch((error: unknown) => {
    if (!isOver) throw error;
  });
  return () => {
    isOver = true;
    return counts;
  };
}

/** Until the busy businesses have used more of the last minute than those that do not wait. */
const WARM_UP_MS = 60_000;

await runBench({}, async ({ url: databaseUrl, folder }) => {
  await query(databaseUrl('postgres'), 'create database turns');
  const database = databaseUrl('turns');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const product = await startServer({ DATABASE_URL: database, DATA_DIR: dataDir });
  try {
    const { url } = product;
    const small = await createOffice(url, database);
    const body = buildNoteForm(small.clientId, { startTime: '09:00', endTime: '09:15' });
    await callEndpoint(url, 'POST /api/notes', { token: small.token, body });
    await copyNotes(database, NOTES - 1);
    await exportOnce(small);
    await uploadOnce(small);
    const alone = await measureWaits(small);
    const busy: Office[] = [];
    for (let one = 0; one < BUSY; one += 1) {
      const office = await createOffice(url, database);
      await uploadFiles(office);
      busy.push(office);
    }
    const stop = keepBusy(busy);
    await pause(WARM_UP_MS);
    const beside = await measureWaits(small);
    const counts = stop();
    const limits = new Limits();
    const rows = (['exports', 'uploads'] as const).map((kind) => {
      const ratio = median(beside[kind]) / median(alone[kind]);
      limits.check(`Waits for ${kind}`, ratio, LIMIT);
      return {
        '': kind,
        measured: String(beside[kind].length),
        'alone s': median(alone[kind]).toFixed(2),
        'beside six s': median(beside[kind]).toFixed(2),
        ratio: ratio.toFixed(2),
      };
    });
    const table = formatTable(rows);
    console.log(table, counts);
    writeReport(
      'turns.md',
      'bench:turns',
      `A business with ${NOTES} notes on PostgreSQL, alone and beside ${BUSY} others, each of which exports ${FILES} files of 24 MB and uploads two spreadsheets of ${ROWS} rows at a time, one after another. They finished ${counts.exports} exports and ${counts.uploads} uploads meanwhile. Medians in seconds. [How it is measured](turns.ts).`,
      table,
    );
    limits.enforce();
  } finally {
    await product.end('SIGTERM');
  }
});
