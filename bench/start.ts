/**
 * `npm run bench:start`: time and memory of a start, on a fresh clone of the last commit after its install.
 * Prints a line for the first start, which builds and creates the database, and for later ones.
 */
import getPort from 'get-port';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listProcesses, median, memoryOf, readStat } from './load.ts';

const projectRoot = join(import.meta.dirname, '..');
const LATER_STARTS = 5;
/** A start that takes longer has failed. */
const LIMIT_MS = 120_000;
const SETTLED_MS = 2_000;

interface Start {
  seconds: number;
  megabytes: number;
}

const folder = mkdtempSync(join(tmpdir(), 'start-'));
try {
  execFileSync('git', ['clone', '--quiet', projectRoot, folder]);
  const options = { recursive: true, verbatimSymlinks: true };
  cpSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), options);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  );
  const print = (name: string, { seconds, megabytes }: Start) =>
    console.log(`${name.padEnd(13)} ${seconds.toFixed(2).padStart(6)} s   ${megabytes} MB`);
  print('first start', await measureStart(folder));
  const later: Start[] = [];
  for (let round = 0; round < LATER_STARTS; round += 1) {
    later.push(await measureStart(folder));
    print('later start', later.at(-1) as Start);
  }
  const medianOf = (field: keyof Start) => median(later.map((one) => one[field]));
  print('median later', { seconds: medianOf('seconds'), megabytes: medianOf('megabytes') });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Measures `npm start` until the server is ready, and the server's memory soon after. */
async function measureStart(cwd: string): Promise<Start> {
  const port = await getPort({ host: '127.0.0.1' });
  const started = performance.now();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  // A process group: npm, its shell and the server end together.
  const npm = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const exit = once(npm, 'exit');
  const group = npm.pid;
  if (group === undefined) throw new Error('npm could not be started');
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null) throw new Error('npm start ended');
      if (performance.now() - started > LIMIT_MS) throw new Error('The server did not become ready');
      await pause(10);
    }
    const seconds = (performance.now() - started) / 1000;
    await pause(SETTLED_MS);
    return { seconds, megabytes: Math.round(measureGroup(group) / 1024) };
  } finally {
    process.kill(-group, 'SIGTERM');
    await exit;
    // npm ends before the server has closed its database.
    while (await isReady(port)) await pause(20);
    await pause(500);
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Memory, in kB, of the largest process of a group: the server. */
const measureGroup = (group: number): number =>
  Math.max(
    ...listProcesses()
      .filter((pid) => readStat(pid)?.group === group)
      .map(memoryOf),
  );
