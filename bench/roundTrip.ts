/**
 * `npm run bench:roundTrip`: signs `BENCH_NOTES` (5,000) notes over HTTP on PostgreSQL, exports the business, imports the
 * file into an embedded database and verifies that, also with the second verifier. Prints how long each step takes, and
 * the memory of the export.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '#platform/contract/days.ts';
import { buildRegistrationForm } from '#tests/support/factories/businesses.ts';
import { buildClientForm } from '#tests/support/factories/clients.ts';
import { buildNoteForm, toQuarterHour } from '#tests/support/factories/notes.ts';
import { buildEmployeeForm } from '#tests/support/factories/people.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import type { ProductProcess } from '#tests/support/helpers/process.ts';
import { query } from './data/fill.ts';
import { ExportMemory } from './exportMemory.ts';
import { runBench, startServer } from './harness.ts';

const NOTES = Number(process.env['BENCH_NOTES'] ?? 5_000);
/** They sign at the same time, each for an own client: notes of one author or client wait for each other. */
const AUTHORS = 8;
const DATABASE = 'roundtrip';
/** From midnight, so that a visit ends on its day. */
const VISITS_A_DAY = 80;

type Call = <Answer>(endpoint: string, body?: object) => Promise<Answer>;

const callAs =
  (url: string, token: string | null): Call =>
  (endpoint, body) =>
    callEndpoint(url, endpoint, { token, body });

let last = performance.now();
/** Prints the seconds since the last step. */
function print(step: string): void {
  console.log(`${step}: ${((performance.now() - last) / 1000).toFixed(0)} s`);
  last = performance.now();
}

const toVisit = (number: number) => ({
  workDate: addDays(new Date().toISOString().slice(0, 10), -1 - Math.floor(number / VISITS_A_DAY)),
  ...toQuarterHour(number % VISITS_A_DAY),
});

/** Registers a business and signs the notes. @returns the admin's token */
async function signNotes(url: string): Promise<string> {
  const form = buildRegistrationForm();
  const { token } = await callAs(url, null)<{ token: string }>('POST /api/auth/register-admin', form);
  const notes = Math.ceil(NOTES / AUTHORS);
  await Promise.all(Array.from({ length: AUTHORS }, () => signAsEmployee(url, { admin: token, notes })));
  return token;
}

/** Adds an employee with a client, and signs notes as this employee. */
async function signAsEmployee(url: string, { admin, notes }: { admin: string; notes: number }) {
  const call = callAs(url, admin);
  const form = buildEmployeeForm();
  const { id: employeeId } = await call<{ id: number }>('POST /api/employees', form);
  const client = buildClientForm({ totalTimeUnits: notes });
  const { id: clientId } = await call<{ id: number }>('POST /api/clients', client);
  await call('POST /api/client-assignments', { clientId, employeeId });
  const { token } = await callAs(url, null)<{ token: string }>('POST /api/auth/login', form);
  const author = callAs(url, token);
  for (let number = 0; number < notes; number += 1)
    await author('POST /api/notes', buildNoteForm(clientId, toVisit(number)));
}

/** Exports the business of an admin into a file, and prints the memory that it takes. */
async function exportTo(file: string, { product, token }: { product: ProductProcess; token: string }) {
  const call = callAs(product.url, token);
  const memory = new ExportMemory(product);
  const { id } = await call<{ id: number }>('POST /api/exports');
  for (;;) {
    const { state } = await call<{ state: string }>(`GET /api/exports/${id}`);
    if (state === 'done') break;
    if (state === 'failed') throw new Error('The export failed');
    memory.read();
    await pause(500);
  }
  console.log(`Memory of the export: ${memory.format()}`);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`${product.url}/api/exports/${id}/file`, { headers });
  await pipeline(body ?? [], createWriteStream(file));
}

/** Runs a program and prints its output. @throws when it fails */
function run(program: string, args: string[], environment = {}): void {
  execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
}

await runBench({}, async ({ url, folder }) => {
  await query(url('postgres'), `create database ${DATABASE}`);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const product = await startServer({ DATABASE_URL: url(DATABASE), DATA_DIR: dataDir });
  const file = join(folder, 'export.zip');
  try {
    const token = await signNotes(product.url);
    print(`${NOTES} notes signed`);
    await exportTo(file, { product, token });
    print('exported and downloaded');
  } finally {
    await product.end('SIGTERM');
  }
  run('npm', ['run', '--silent', 'import-business', '--', file], { DATA_DIR: join(folder, 'embedded') });
  print('imported and verified');
  const files = ['notes/evidence.jsonl', 'csv/audit-log.csv'];
  run('unzip', ['-q', file, ...files, '-d', folder]);
  run('node', ['scripts/verify-evidence.mjs', ...files.map((name) => join(folder, name))]);
  print('evidence verified');
});
