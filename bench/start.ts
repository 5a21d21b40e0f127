/**
 * `npm run bench:start`: how long a start takes and how much memory it holds, on a fresh clone of the last commit in an
 * empty folder, after its install. Prints one line for each start: the first, which builds and makes the database,
 * then later ones on the same data.
 */
import getPort from 'get-port';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const projectRoot = join(import.meta.dirname, '..');

const LATER_STARTS = 5;
/** A start that takes longer than this has failed. */
const LIMIT_MS = 120_000;
const SETTLED_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'start-'));
try {
  execFileSync('git', ['clone', '--quiet', projectRoot, folder]);
  cpSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  );
  const first = await start(folder);
  console.log(`first start   ${seconds(first.ms)} s   ${first.megabytes} MB`);
  const later: Started[] = [];
  for (let round = 0; round < LATER_STARTS; round += 1) {
    const one = await start(folder);
    later.push(one);
    console.log(`later start   ${seconds(one.ms)} s   ${one.megabytes} MB`);
  }
  const ms = median(later.map((one) => one.ms));
  console.log(`median later  ${seconds(ms)} s   ${median(later.map((one) => one.megabytes))} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Started {
  ms: number;
  megabytes: number;
}

/** From `npm start` to the first answer that the server is ready, and the memory of its process soon after. */
async function start(cwd: string): Promise<Started> {
  const port = await getPort({ host: '127.0.0.1' });
  const began = performance.now();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  // A group of its own: npm, its shell and the server end together.
  const npm = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const ended = once(npm, 'exit');
  const group = npm.pid;
  if (group === undefined) throw new Error('npm could not be started');
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null) throw new Error('npm start ended by itself');
      if (performance.now() - began > LIMIT_MS) throw new Error('The server did not become ready');
      await pause(10);
    }
    const ms = performance.now() - began;
    await pause(SETTLED_MS);
    return { ms, megabytes: Math.round(memoryOf(group) / 1024) };
  } finally {
    process.kill(-group, 'SIGTERM');
    await ended;
    await untilFree(port);
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Resident memory, in kB, of the process of a group that takes the most: the server. */
function memoryOf(group: number): number {
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => sizeIn(pid, group));
  return Math.max(...sizes);
}

function sizeIn(pid: string, group: number): number {
  try {
    // The fifth field, counted after the name in brackets, is the process group.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== group) return 0;
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    // It ended while it was looked at.
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return 0;
    throw error;
  }
}

/** npm ends before the server has let go of its data. */
async function untilFree(port: number): Promise<void> {
  while (await isReady(port)) await pause(20);
  await pause(500);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2).padStart(6);
}
