/**
 * Measures one operation: over HTTP with wrk (Debian package `wrk`), or as SQL with pgbench.
 * Both use little of the processors that they share with the server.
 */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { listProcesses, median, readStat } from './load.ts';
import type { Operation } from './operation.ts';

const CONNECTIONS = 16;
/** How many different bodies are sent in turn. */
const BODIES = 50;
const run = promisify(execFile);

export interface Measurements {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** CPU microseconds of each request. */
  serverCpu: number;
  databaseCpu: number;
}

export interface Target {
  url: string;
  /** Process ids of the server and of PostgreSQL's postmasters, whose CPU time is read. */
  server: number;
  database: readonly number[];
}

/** Measures the operation's SQL with prepared statements. @returns transactions per second */
export async function measureLimit(
  { limit, connections = CONNECTIONS }: Operation,
  { url, seconds, folder }: { url: string; seconds: number; folder: string },
): Promise<number> {
  const script = join(folder, 'script.sql');
  writeFileSync(script, limit);
  const options = `-n -M prepared -c ${connections} -j ${Math.min(connections, 2)} -T ${seconds}`.split(' ');
  const { stdout } = await run(findPgbench(), [...options, '-f', script, url], { maxBuffer: 2 ** 26 });
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (tps === undefined || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench: ${stdout}`);
  return Number(tps);
}

/** The report of closedLoop.lua. */
interface Report {
  count: number;
  seconds: number;
  p50: number;
  p99: number;
  refused: number;
  broken: number;
}

/** Measures the operation over HTTP. @throws when a request fails */
export async function measureOperation(
  operation: Operation,
  target: Target,
  seconds: number,
): Promise<Measurements> {
  const folder = mkdtempSync(join(tmpdir(), 'requests-'));
  try {
    const before = cpuOf(target);
    const report = await runWrk(operation, { url: target.url, seconds, folder });
    const after = cpuOf(target);
    return {
      perSecond: report.count / report.seconds,
      p50: report.p50,
      p99: report.p99,
      serverCpu: ((after.server - before.server) / report.count) * 1e6,
      databaseCpu: ((after.database - before.database) / report.count) * 1e6,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sends as many requests as possible on all connections, each after the response to the one before. */
async function runWrk(
  operation: Operation,
  { url, seconds, folder }: { url: string; seconds: number; folder: string },
): Promise<Report> {
  const { name, who, method = 'GET', path, body, tokenOf, connections = CONNECTIONS } = operation;
  if (path.length === 0) throw new Error(`${name}: no path is left, measure for a shorter time`);
  const writeLines = (file: string, lines: string[]) => {
    writeFileSync(join(folder, file), lines.join('\n'));
    return join(folder, file);
  };
  const paths = writeLines('paths', typeof path === 'string' ? [path] : path);
  const first = Math.floor(Math.random() * 1e6);
  const { bodiesPerSecond } = operation;
  const length = bodiesPerSecond === undefined ? BODIES : bodiesPerSecond * seconds;
  const created = body ? Array.from({ length }, (_, index) => body(first + index)) : [];
  const toLines = (lines: string[], file: string) => (lines.length > 0 ? writeLines(file, lines) : '-');
  const bodies = toLines(
    created.map((one) => JSON.stringify(one)),
    'bodies',
  );
  const tokens = toLines(tokenOf ? created.map(tokenOf) : [], 'tokens');
  const script = join(import.meta.dirname, 'closedLoop.lua');
  const options = `-t 1 -c ${connections} -d ${seconds}s --timeout 30s`.split(' ');
  const headers = ['-H', `authorization: Bearer ${who.token}`];
  const parameters = [method, `bench-${randomUUID()}-`, paths, bodies, tokens];
  const { stdout } = await run('wrk', [...options, '-s', script, ...headers, url, '--', ...parameters]);
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report;
  if (report.count === 0 || report.refused + report.broken > 0)
    throw new Error(
      `${name}: of ${report.count} requests ${report.refused} were refused, ${report.broken} broke`,
    );
  // Requests in progress at the end were sent as well.
  if (typeof path !== 'string') path.splice(0, report.count + connections);
  return report;
}

/** Sends one request. @throws with the response when it fails */
export async function sendOnce(
  url: string,
  { who, method = 'GET', path, body, tokenOf }: Operation,
): Promise<void> {
  const sent = body?.(0);
  const token = sent && tokenOf ? tokenOf(sent) : who.token;
  const response = await fetch(`${url}${typeof path === 'string' ? path : path.shift()}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': 'application/json' }) },
    ...(sent && { body: JSON.stringify(sent) }),
  });
  if (!response.ok) throw new Error(`${method} ${response.url}: ${response.status} ${await response.text()}`);
}

/** The median of each measurement. */
export function medianOf(runs: Measurements[]): Measurements {
  const fields = Object.keys(runs[0] ?? {}) as (keyof Measurements)[];
  const medians = fields.map((field) => [field, median(runs.map((one) => one[field]))] as const);
  return Object.fromEntries(medians) as unknown as Measurements;
}

/** The process id of a server's postmaster, the parent of its other processes. */
export async function findPostmaster(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const stat = readStat(rows[0]?.pid ?? 0);
  await client.end();
  return stat?.parent ?? 0;
}

/** CPU seconds so far; PostgreSQL's are those of all its processes. */
const cpuOf = ({ server, database }: Target): { server: number; database: number } => ({
  server: readStat(server)?.seconds ?? 0,
  database: database.reduce((sum, postmaster) => sum + cpuOfFamily(postmaster), 0),
});

function cpuOfFamily(parent: number): number {
  // The parent has the time of its ended children. One that ends meanwhile would count twice, or not at all.
  for (;;) {
    const ended = readStat(parent)?.ended ?? 0;
    const running = listProcesses()
      .map((pid) => ({ pid, stat: readStat(pid) }))
      .filter(({ pid, stat }) => pid === parent || stat?.parent === parent)
      .reduce((sum, { stat }) => sum + (stat?.seconds ?? 0), 0);
    if ((readStat(parent)?.ended ?? 0) === ended) return running + ended;
  }
}

/** The newest pgbench, which Debian's package `postgresql-15` installs outside of the path. */
function findPgbench(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).toSorted((a, b) => Number(b) - Number(a)) : [];
  const programs = versions.map((version) => join(home, version, 'bin/pgbench'));
  return programs.find((path) => existsSync(path)) ?? 'pgbench';
}
