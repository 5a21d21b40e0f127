import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inspect } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '#platform/server/database/embedded/openEmbedded.ts';

/** More in `npm run test:faults`. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? (process.env['TESTS'] === 'all' ? 20 : 1));
const writer = join(import.meta.dirname, 'embeddedWriter.ts');

/** Starts a writer and kills it after this many commits. @returns the acknowledged rows */
async function writeUntilKilled(directory: string, first: number, afterRows: number): Promise<number[]> {
  const child = spawn(process.execPath, [writer, directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (line === 'open') continue;
    acknowledged.push(Number(line));
    if (acknowledged.length === afterRows) child.kill('SIGKILL');
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  return acknowledged;
}

function print(details: object, message: string): void {
  process.stderr.write(`${message} ${inspect(details)}\n`);
}

/** Opens the directory as the next process does and checks the rows. @returns the duration in milliseconds */
async function reopen(directory: string, acknowledged: ReadonlySet<number>): Promise<number> {
  const started = performance.now();
  const log = { info: () => {}, warn: print, error: print };
  const database = await openEmbedded({ directory, log });
  const pool = new pg.Pool(database.poolConfig());
  const { rows } = await pool.query<{ id: number; pair: number }>(
    'select id::int, pair::int from written order by id',
  );
  const opening = Math.round(performance.now() - started);
  const present = new Set(rows.map(({ id }) => id));
  expect(present.size).toBe(rows.length);
  expect([...acknowledged].filter((id) => !present.has(id))).toEqual([]);
  const torn = rows.filter(({ id, pair }) => pair >= 0 && !present.has(id === pair ? pair + 1 : pair));
  expect(torn).toEqual([]);
  const byIndex = await pool.query(`set enable_seqscan = off; select count(*)::int as n from written
    where md5(content) = any (select md5(content) from written)`);
  expect([byIndex].flat().at(-1)?.rows).toEqual([{ n: rows.length }]);
  await pool.end();
  await database.close();
  return opening;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const timeout = 60_000 + rounds * 20_000;

test(`${rounds} kills during writes lose no acknowledged row [R-3]`, { timeout }, async ({ task }) => {
  const directory = await mkdtemp(join(tmpdir(), 'embedded-kill-'));
  try {
    const acknowledged = new Set<number>();
    const afterKill: number[] = [];
    const afterClose: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const afterRows = 20 + Math.floor(Math.random() * 600);
      for (const id of await writeUntilKilled(directory, round * 1_000_000, afterRows)) acknowledged.add(id);
      afterKill.push(await reopen(directory, acknowledged));
      if (round % 5 === 0) afterClose.push(await reopen(directory, acknowledged));
    }
    task.meta.metrics = {
      kills: rounds,
      acknowledged: acknowledged.size,
      lost: 0,
      openingMs: median(afterKill),
      slowestOpeningMs: Math.max(...afterKill),
      openingAfterCleanEndMs: median(afterClose),
    };
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds * 20);
    // Relative, because of busy machines; recovery after a kill may take longer.
    expect(median(afterKill)).toBeLessThan(4 * median(afterClose));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

interface Checkpoint {
  acknowledged: number[];
  /** True when it had begun and was not acknowledged. */
  isDuring: boolean;
}

/** Starts a writer that checkpoints, and kills it `delayMs` after it begins the third checkpoint. */
async function killInCheckpoint(directory: string, first: number, delayMs: number): Promise<Checkpoint> {
  const child = spawn(process.execPath, [writer, directory, String(first), '400'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const acknowledged: number[] = [];
  let [begun, done] = [0, 0];
  for await (const line of createInterface(child.stdout)) {
    if (line === 'open') continue;
    if (line === 'checkpointed') done += 1;
    else if (line !== 'checkpoint') acknowledged.push(Number(line));
    else if ((begun += 1) === 3) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
  return { acknowledged, isDuring: begun > done };
}

test(
  `${rounds} kills inside a checkpoint lose no acknowledged row [16.kills.3 R-3]`,
  { timeout },
  async ({ task }) => {
    const directory = await mkdtemp(join(tmpdir(), 'embedded-checkpoint-'));
    try {
      const acknowledged = new Set<number>();
      let during = 0;
      // On a busy machine a checkpoint may be over before it is killed.
      for (let round = 0; round < rounds || (during === 0 && round < 20); round += 1) {
        // From its first millisecond on.
        const { acknowledged: rows, isDuring } = await killInCheckpoint(
          directory,
          round * 1_000_000,
          round % 10,
        );
        for (const id of rows) acknowledged.add(id);
        if (isDuring) during += 1;
        await reopen(directory, acknowledged);
      }
      expect(during).toBeGreaterThan(0);
      task.meta.metrics = {
        kills: rounds,
        insideCheckpoint: during,
        acknowledged: acknowledged.size,
        lost: 0,
      };
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
