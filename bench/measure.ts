/**
 * Runs one operation for a while, through pgbench or over HTTP, and returns its speed and cost. Over HTTP it
 * is asked by wrk (Debian's package `wrk`), which takes as little of the two processors as pgbench does: one in
 * JavaScript took a fifth of them.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Operation } from './operations.ts';

/** As in the runs of the limit. */
const CONNECTIONS = 16;
/** Different statements, sent one after the other. */
const BODIES = 50;

export interface Measurements {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of processor time for each request. */
  serverCpu: number;
  databaseCpu: number;
}

/** Where the time of processes is read: the product's, and PostgreSQL's first one, if there is one. */
export interface Processes {
  server: number;
  database: number | null;
}

/** The transactions per second of pgbench with prepared statements. */
export async function limitOf(
  { limit }: Operation,
  { url, seconds, folder }: { url: string; seconds: number; folder: string },
): Promise<number> {
  const script = join(folder, 'script.sql');
  // pgbench ends a statement at the end of its line when it stands alone.
  writeFileSync(script, limit);
  const how = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(pgbench(), [...how, '-f', script, url], {
    maxBuffer: 2 ** 26,
  });
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (tps === undefined || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`);
  return Number(tps);
}

/** The report of closedLoop.lua. */
interface Run {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  refused: number;
  broken: number;
}

/** The product's own runs. @throws when a request was refused */
export async function measureOperation(
  operation: Operation,
  { url, seconds, processes }: { url: string; seconds: number; processes: Processes },
): Promise<Measurements> {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'));
  try {
    const before = cpuOf(processes);
    const { count, seconds: taken, p50, p99 } = await closedLoop(operation, { url, seconds, folder });
    const after = cpuOf(processes);
    return {
      perSecond: count / taken,
      p50,
      p99,
      serverCpu: ((after.server - before.server) / count) * 1e6,
      databaseCpu: ((after.database - before.database) / count) * 1e6,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As many callers as pgbench has, each of which asks again as soon as it was answered. */
async function closedLoop(
  { name, who, method = 'GET', path, body }: Operation,
  { url, seconds, folder }: { url: string; seconds: number; folder: string },
): Promise<Run> {
  const lines = (file: string, all: string[]) => {
    writeFileSync(join(folder, file), all.join('\n'));
    return join(folder, file);
  };
  if (path.length === 0) throw new Error(`${name}: nothing is left to ask about, measure for a shorter time`);
  const paths = lines('paths', typeof path === 'string' ? [path] : path);
  const first = Math.floor(Math.random() * 1e6);
  const bodies = body
    ? lines(
        'bodies',
        Array.from({ length: BODIES }, (_, n) => JSON.stringify(body(first + n))),
      )
    : '-';
  const script = join(import.meta.dirname, 'closedLoop.lua');
  const how = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '30s', '-s', script];
  const headers = ['-H', `authorization: Bearer ${who.token}`];
  const given = [method, `bench-${randomUUID()}-`, paths, bodies];
  const { stdout } = await promisify(execFile)('wrk', [...how, ...headers, url, '--', ...given]);
  const run = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Run;
  if (run.count === 0 || run.refused + run.broken > 0)
    throw new Error(`${name}: of ${run.count} requests ${run.refused} were refused, ${run.broken} broke`);
  // Requests in progress at the end were sent as well.
  if (typeof path !== 'string') path.splice(0, run.count + CONNECTIONS);
  return run;
}

/** One such request, whose answer explains an error. @throws when it is refused */
export async function askOnce(url: string, { who, method = 'GET', path, body }: Operation): Promise<void> {
  const answer = await fetch(`${url}${typeof path === 'string' ? path : path.shift()}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body(0)) }),
  });
  if (!answer.ok) throw new Error(`${method} ${answer.url}: ${answer.status} ${await answer.text()}`);
}

/** Of each figure by itself. */
export function medianOf(runs: Measurements[]): Measurements {
  const of = (field: keyof Measurements) => median(runs.map((one) => one[field]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
  };
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const TICKS_PER_SECOND = 100;

/** Seconds of processor time so far; a database's is that of all its processes. */
const cpuOf = ({ server, database }: Processes): { server: number; database: number } => ({
  server: statOf(server)?.seconds ?? 0,
  database: database === null ? 0 : cpuOfAll(database),
});

function cpuOfAll(first: number): number {
  // Of those that have ended the first one knows; one that ends while they are counted would count twice, or not at all.
  for (;;) {
    const ended = endedOf(first);
    const running = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }))
      .filter(({ pid, stat }) => pid === first || stat?.parent === first)
      .reduce((sum, { stat }) => sum + (stat?.seconds ?? 0), 0);
    if (endedOf(first) === ended) return running + ended;
  }
}

const endedOf = (pid: number): number => statOf(pid)?.ended ?? 0;

/** From Linux's table of processes; null when the process has ended. */
function statOf(pid: number): { parent: number; seconds: number; ended: number } | null {
  let line;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // After the name, which may hold blanks: state, parent, …; user and system time are the 12th and 13th, those of
  // children that have ended the two behind them.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: seconds(11), ended: seconds(13) };
}

/** PostgreSQL's own load generator, which npm does not have: Debian's package `postgresql-15` brings it. */
function pgbench(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : [];
  const program = versions
    .map((version) => join(home, version, 'bin/pgbench'))
    .find((path) => existsSync(path));
  return program ?? 'pgbench';
}
