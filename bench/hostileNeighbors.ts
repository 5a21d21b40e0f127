/** Six hostile businesses at their limits, beside others that work as usual (`npm run bench:neighbors -- hostile`). */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get as open } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '#platform/contract/days.ts';
import { buildCsv, buildImportForm } from '#tests/support/factories/imports.ts';
import { startProduct } from '#tests/support/helpers/process.ts';
import { fillDatabase, query } from './data/fill.ts';
import { formatTable, NOTES, writeReport, type Bench } from './harness.ts';
import { memoryOf, memoryOfChildren, quantile } from './load.ts';
import {
  agent,
  createCall,
  listMembers,
  runLoad,
  setCodes,
  type LoadResults,
  type Member,
} from './members.ts';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
/** Of the other businesses together, per second. */
const RATE = Number(process.env['BENCH_RATE'] ?? 10);
const ALONE_SECONDS = 60;
const DATABASE = 'hostile';
const MAX_RATIO = 3;
const STREAMS = 200;
/** How often a backup is made meanwhile. */
const BACKUP_EVERY_MS = 2 * 60 * 1000;
/** After a refusal; browsers open a stream of events again after three seconds. */
const RETRY_MS = 1_000;
/** Days of the packets. */
const PACKET_DAYS = 300;
/** The most of a packet. */
const PACKET_VISITS = 200;

interface Target {
  url: string;
  signal: AbortSignal;
}

/** Sends a request. @returns its status; 0 for a broken connection */
async function send(
  { url, signal }: Target,
  {
    token,
    path,
    method = 'GET',
    body,
  }: { token?: string; path: string; method?: string; body?: FormData | object },
): Promise<number> {
  const isForm = body instanceof FormData;
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, signal, ...(body && { body: isForm ? body : JSON.stringify(body) }) };
  try {
    const response = await fetch(`${url}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Statuses with their counts. */
type Statuses = Map<number, number>;

/** Repeats a request in parallel until the end. */
async function repeat(
  { signal }: Target,
  { parallel, call }: { parallel: number; call: () => Promise<number> },
): Promise<Statuses> {
  const statuses: Statuses = new Map();
  const loop = async () => {
    while (!signal.aborted) {
      const status = await call();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0 || status >= 400) await pause(RETRY_MS);
    }
  };
  await Promise.all(Array.from({ length: parallel }, loop));
  return statuses;
}

const buildLargestFile = (): FormData =>
  buildImportForm(
    'clients',
    buildCsv(
      ['Client ID', 'Contact name', 'Units', 'Intake information'],
      ...Array.from({ length: 5_000 }, (_, nth) => [
        `H-${nth}`,
        `Bo ${nth}`,
        '40',
        'Likes tea. '.repeat(175),
      ]),
    ),
  );

/** Opens a stream of events until the other side closes it. @returns its status */
const openStream = ({ url, signal }: Target, token: string): Promise<number> =>
  new Promise((resolve) => {
    const stream = open(
      `${url}/api/events`,
      { headers: { authorization: `Bearer ${token}` }, signal },
      (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)),
    );
    stream.on('error', () => resolve(0));
  });

/** Days that end today, in UTC. */
function lastDays(days: number): { from: string; to: string } {
  const to = new Date().toISOString().slice(0, 10);
  return { from: addDays(to, -days), to };
}

/** The requests of each hostile business. */
const createAttacks = (
  target: Target,
  file: FormData,
): Record<string, (member: Member) => Promise<Statuses>> => ({
  imports: ({ manager: token }) =>
    repeat(target, {
      parallel: 16,
      call: () => send(target, { token, path: '/api/imports', method: 'POST', body: file }),
    }),
  exports: ({ manager: token }) =>
    repeat(target, {
      parallel: 4,
      call: () => send(target, { token, path: '/api/exports', method: 'POST', body: {} }),
    }),
  packets: ({ manager: token }) =>
    repeat(target, {
      parallel: 4,
      call: () =>
        send(target, {
          token,
          path: '/api/packets',
          method: 'POST',
          body: { sample: { ...lastDays(PACKET_DAYS), count: PACKET_VISITS } },
        }),
    }),
  searches: ({ manager: token }) =>
    repeat(target, { parallel: 32, call: () => send(target, { token, path: '/api/notes/search?q=quinoa' }) }),
  receipts: () =>
    repeat(target, {
      parallel: 32,
      call: () =>
        send(target, { path: `/api/receipts/${'A'.repeat(40)}${Math.floor(Math.random() * 900) + 100}` }),
    }),
  'event streams': ({ manager: token }) =>
    repeat(target, { parallel: STREAMS, call: () => openStream(target, token) }),
});

/** Makes backups until the end. @returns how many succeeded, and how many there were */
async function makeBackups(
  signal: AbortSignal,
  environment: Record<string, string>,
): Promise<{ succeeded: number; all: number }> {
  let [succeeded, all] = [0, 0];
  while (!signal.aborted) {
    const backup = spawn(process.execPath, ['scripts/backup.ts'], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const [code] = (await once(backup, 'exit')) as [number | null];
    all += 1;
    if (code === 0) succeeded += 1;
    await pause(BACKUP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return { succeeded, all };
}

const toCells = (what: string, { successes, refusals, others }: LoadResults) => ({
  'calls of others': what,
  answered: String(successes.length),
  refused: String(refusals.length),
  'other answers': JSON.stringify(others),
  'p50, ms': quantile(successes, 0.5).toFixed(1),
  'p99, ms': quantile(successes, 0.99).toFixed(1),
});

const formatStatuses = (statuses: Statuses): string =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');

/** @throws when calls of the others were refused, or were too slow */
export async function runHostileNeighbors({ url, folder }: Bench): Promise<void> {
  await fillDatabase(url, { database: DATABASE, notes: NOTES });
  const members = await listMembers(url(DATABASE));
  const [hostile, others] = [members.slice(0, 6), members.slice(6)];
  // Only admins import and export.
  const ids = hostile.map(({ managerId }) => managerId).join();
  await query(url(DATABASE), `update users set role = 'admin' where id in (${ids})`);
  await query(url(DATABASE), `update sessions set role = 'admin' where user_id in (${ids})`);
  const environment = {
    DATABASE_URL: url(DATABASE),
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
  };
  const product = await startProduct({ ...environment, LOG_LEVEL: 'warn' });
  const call = (n: number) => createCall(n, others[(n * 7) % others.length] as Member);
  try {
    await setCodes(product.url, others);
    await runLoad(product.url, { rate: RATE, seconds: 10, call });
    const alone = await runLoad(product.url, { rate: RATE, seconds: ALONE_SECONDS, call });
    const ending = new AbortController();
    const target = { url: product.url, signal: ending.signal };
    const attacks = Object.entries(createAttacks(target, buildLargestFile()));
    const attacking = attacks.map(async ([name, attack], index) => ({
      name,
      statuses: await attack(hostile[index] as Member),
    }));
    const backups = makeBackups(ending.signal, environment);
    let memory = 0;
    const pid = product.child.pid ?? 0;
    const timer = setInterval(() => (memory = Math.max(memory, memoryOf(pid) + memoryOfChildren(pid))), 500);
    const beside = await runLoad(product.url, { rate: RATE, seconds: MINUTES * 60, call });
    clearInterval(timer);
    ending.abort();
    const { succeeded, all } = await backups;
    const ratio = quantile(beside.successes, 0.99) / quantile(alone.successes, 0.99);
    const summary = `${MINUTES} minutes: p99 of others ${ratio.toFixed(1)} times as long as alone; ${succeeded} of ${all} backups succeeded; ${Math.round(memory / 1024)} MB.`;
    const calls = formatTable([toCells('alone', alone), toCells('beside', beside)]);
    const answers = formatTable(
      (await Promise.all(attacking)).map(({ name, statuses }) => ({
        hostile: name,
        answers: formatStatuses(statuses),
      })),
    );
    console.log([summary, calls, answers].join('\n\n'));
    writeReport('hostile-neighbors.md', 'bench:neighbors -- hostile', summary, calls, answers);
    const isRefused = beside.refusals.length > 0 || Object.keys(beside.others).length > 0;
    if (ratio > MAX_RATIO || isRefused || succeeded < all) throw new Error(summary);
  } finally {
    agent.destroy();
    await product.end('SIGTERM');
  }
}
