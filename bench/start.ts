/**
 * `npm run bench:start`: time and memory of a start, on a fresh clone of the last commit after its install, and later
 * ones. Memory is resident memory (RSS) of npm and all its descendants together, read every 25 ms; pages that processes
 * share count more than once, so the machine uses less. Writes start.md, and exits with 1 above a limit.
 */

import getPort from 'get-port';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GroupMemory } from './groupMemory.ts';
import { formatTable, Limits, writeReport, type Cells } from './harness.ts';

const projectRoot = join(import.meta.dirname, '..');
const LATER_STARTS = 2;
/** A start that takes longer has failed. */
const LIMIT_MS = 240_000;
const SETTLED_MS = 60_000;
const LIMITS = { peak: { limit: 450, unit: 'MB' }, settled: { limit: 300, unit: 'MB' } };

interface Start {
  cells: Cells;
  /** Megabytes: the most at a time, and a minute after the start. */
  peak: number;
  settled: number;
}

const folder = mkdtempSync(join(tmpdir(), 'start-'));
const app = join(folder, 'app');
try {
  execFileSync('git', ['clone', '--quiet', projectRoot, app]);
  const options = { recursive: true, verbatimSymlinks: true };
  cpSync(join(projectRoot, 'node_modules'), join(app, 'node_modules'), options);
  const starts = [await measureStart('first, with the build', app)];
  for (let round = 1; round <= LATER_STARTS; round += 1)
    starts.push(await measureStart(`later ${round}`, app));
  const table = formatTable(starts.map(({ cells }) => cells));
  console.log(table);
  writeReport(
    'start.md',
    'bench:start',
    `Limits of the memory of all processes together: ${LIMITS.peak.limit} MB at most, ${LIMITS.settled.limit} MB a minute after the start. [How it is measured](start.ts), [how it was reduced](../docs/decisions/048-start-in-450-megabytes.md).`,
    table,
  );
  const limits = new Limits();
  for (const { cells, peak, settled } of starts) {
    limits.check(`Start (${cells['start']}), highest`, peak, LIMITS.peak);
    limits.check(`Start (${cells['start']}), a minute later`, settled, LIMITS.settled);
  }
  limits.enforce();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs `npm start` until a minute after the server is ready. */
async function measureStart(start: string, cwd: string): Promise<Start> {
  const port = await getPort({ host: '127.0.0.1' });
  const began = performance.now();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  // A process group: npm, its shell and the server end together.
  const npm = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const exit = once(npm, 'exit');
  const group = npm.pid;
  if (group === undefined) throw new Error('npm could not be started');
  const memory = new GroupMemory(group);
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null) throw new Error('npm start ended');
      if (performance.now() - began > LIMIT_MS) throw new Error('The server did not become ready');
      await pause(10);
    }
    const seconds = (performance.now() - began) / 1000;
    await pause(SETTLED_MS);
    const { peak, settled } = memory.stop();
    const cells = {
      start,
      'ready, s': seconds.toFixed(1),
      'highest, MB': peak.megabytes.toFixed(0),
      'of which': peak.processes,
      'a minute later, MB': settled.megabytes.toFixed(0),
      'of which then': settled.processes,
    };
    return { cells, peak: peak.megabytes, settled: settled.megabytes };
  } finally {
    memory.stop();
    process.kill(-group, 'SIGTERM');
    await exit;
    // npm ends before the server has closed its database.
    while (await isReady(port)) await pause(20);
    await pause(500);
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
