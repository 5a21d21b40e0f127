/** Runs one operation for a while, through pgbench or over HTTP, and says how fast it was and what it cost. */
import type { Request } from 'autocannon';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadWith, quantile } from './load.ts';
import type { Operation } from './operations.ts';

/** As in the figures of the limit. */
const CONNECTIONS = 16;

export interface Figures {
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

/** The product's own figures. @throws when a request was refused */
export async function figuresOf(
  operation: Operation,
  { url, seconds, processes }: { url: string; seconds: number; processes: Processes },
): Promise<Figures> {
  const { who, method = 'GET', path, body } = operation;
  const headers = {
    authorization: `Bearer ${who.token}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  let n = Math.floor(Math.random() * 1e6);
  const before = cpuOf(processes);
  const {
    count,
    seconds: taken,
    times,
  } = await loadWith({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method,
        ...(typeof path === 'string' && { path }),
        headers,
        ...(body && {
          setupRequest: (request: Request) => {
            n += 1;
            const key = { 'idempotency-key': `bench-${process.pid}-${n}` };
            const about = typeof path === 'string' ? {} : { path: path() };
            return { ...request, ...about, headers: { ...headers, ...key }, body: JSON.stringify(body(n)) };
          },
        }),
      },
    ],
  });
  const after = cpuOf(processes);
  if (count === 0) throw new Error(`${operation.name}: nothing was answered within ${taken} s`);
  return {
    perSecond: count / taken,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    serverCpu: ((after.server - before.server) / count) * 1e6,
    databaseCpu: ((after.database - before.database) / count) * 1e6,
  };
}

/** One such request, whose answer says what is wrong with it. @throws when it is refused */
export async function askOnce(url: string, { who, method = 'GET', path, body }: Operation): Promise<void> {
  const answer = await fetch(`${url}${typeof path === 'string' ? path : path()}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body(0)) }),
  });
  if (!answer.ok) throw new Error(`${method} ${answer.url}: ${answer.status} ${await answer.text()}`);
}

/** Of each figure by itself. */
export function medianOf(figures: Figures[]): Figures {
  const of = (field: keyof Figures) => median(figures.map((one) => one[field]));
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
function cpuOf({ server, database }: Processes): { server: number; database: number } {
  const children = (database === null ? [] : readdirSync('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat && (stat.parent === database || Number(name) === database) ? [stat.seconds] : [];
    });
  return {
    server: statOf(server)?.seconds ?? 0,
    database: children.reduce((sum, one) => sum + one, 0),
  };
}

/** From Linux's table of processes; null when the process has ended. */
function statOf(pid: number): { parent: number; seconds: number } | null {
  let line;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // After the name, which may hold blanks: state, parent, …; user and system time are the 12th and 13th.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
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
