/** Kills of `import-business` and `restore` at each stage, on both databases. `COMMAND_KILLS` sets the number. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copyTemplate, createEmptyDatabase, dropDatabase } from '#tests/setup/database.ts';
import {
  createAgency,
  sendNote,
  uploadLargeFile,
  type RunningAgency,
} from '#tests/support/helpers/agencyProcess.ts';
import { callEndpoint } from '#tests/support/helpers/httpCall.ts';
import { runProgram, startExpectingExit, startProduct } from '#tests/support/helpers/process.ts';

const kills = Number(process.env['COMMAND_KILLS'] ?? 4);
const NOTES = 30;
const common = { NODE_ENV: 'test', PASSWORD_HASHING: 'quick', RATE_LIMITS: 'off', BACKUPS: 'off' };

let root: string;
const databases: string[] = [];
const paths = { backup: '', export: '', key: '' };
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quarterhour-command-'));
  const DATA_DIR = await copyTemplate();
  const product = await startProduct({ ...common, DATA_DIR });
  const agency = await createAgency(product.url, { authors: 5 });
  for (let note = 0; note < NOTES; note += 1) await sendNote(agency);
  await uploadLargeFile(agency);
  paths.export = join(root, 'export.zip');
  await writeFile(paths.export, await makeExport(agency));
  paths.backup = join(root, 'backup.tar');
  await runProgram({ DATA_DIR }, ['scripts/backup.ts', paths.backup]);
  await product.end('SIGTERM');
  paths.key = join(DATA_DIR, 'server.key');
}, 180_000);
afterAll(async () => {
  for (const url of databases) await dropDatabase(url);
  await rm(root, { recursive: true, force: true });
});

async function makeExport({ url, token }: RunningAgency): Promise<Buffer> {
  const { id } = await callEndpoint<{ id: number }>(url, 'POST /api/exports', { token });
  await vi.waitFor(
    async () => {
      const job = await callEndpoint<{ state: string }>(url, `GET /api/exports/${id}`, { token });
      if (job.state !== 'done') throw new Error(JSON.stringify(job));
    },
    { timeout: 120_000, interval: 200 },
  );
  const file = await fetch(`${url}/api/exports/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return Buffer.from(await file.arrayBuffer());
}

type Environment = Record<string, string>;

async function createTarget(engine: string, name: string): Promise<Environment & { DATA_DIR: string }> {
  const DATA_DIR = join(root, name);
  mkdirSync(DATA_DIR, { mode: 0o700 });
  cpSync(paths.key, join(DATA_DIR, 'server.key'));
  if (engine === 'the embedded database') return { ...common, DATA_DIR };
  const DATABASE_URL = await createEmptyDatabase();
  databases.push(DATABASE_URL);
  return { ...common, DATA_DIR, DATABASE_URL };
}

/** Runs a command and kills it after a time, unless it has ended before. */
async function runKilled(environment: Environment, program: string[], afterMs: number): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, program, { env: { PATH, HOME, ...environment }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await ended;
  clearTimeout(timer);
}

/** Times of kills: evenly over the duration of a whole run, which is measured. */
async function chooseTimes(run: () => Promise<{ code: number | null; ms: number; output: string }>) {
  const { code, ms, output } = await run();
  expect([code, code === 0 ? '' : output]).toEqual([0, '']);
  return Array.from({ length: kills }, (_, index) => Math.round((ms * (index + 1)) / (kills + 1)));
}

/** Expects that all records are there and right. */
async function expectComplete(environment: Environment): Promise<void> {
  const { code, output } = await runProgram(environment, ['scripts/verify.ts', 'ledger', 'audit', 'notes']);
  expect(output).toContain(`Signed notes: right, ${NOTES} versions of ${NOTES} notes`);
  expect(code).toBe(0);
}

/** Imports again after a kill, as the command advises. @returns whether nothing had been imported */
async function expectImportable(target: Environment & { DATA_DIR: string }): Promise<boolean> {
  const program = ['scripts/importBusiness.ts', paths.export];
  const again = await runProgram(target, program);
  const wasComplete = again.output.includes('has a business already');
  if (!wasComplete && again.code !== 0) {
    expect(again.output).toMatch(/The file store already has the file .+ an import that was killed leaves/);
    rmSync(join(target.DATA_DIR, 'files'), { recursive: true });
    expect(await runProgram(target, program)).toMatchObject({ code: 0 });
  }
  expect(existsSync(join(target.DATA_DIR, 'files'))).toBe(true);
  await expectComplete(target);
  return !wasComplete;
}

/** Restores again after a kill, as the server advises when it refuses to start. @returns whether it was not complete */
async function expectRestorable(target: Environment & { DATA_DIR: string }): Promise<boolean> {
  const rest = join(target.DATA_DIR, 'restoring');
  if (existsSync(rest)) {
    const { code, output } = await startExpectingExit(target);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('a restore is in progress or did not finish'),
    ]);
    expect(output).toContain(`delete ${rest}`);
    rmSync(rest, { recursive: true });
    if (!output.includes('all is there') && !(await isRestored(target)))
      rmSync(join(target.DATA_DIR, 'files'), { recursive: true, force: true });
  }
  const wasComplete = await isRestored(target);
  if (!wasComplete) {
    const again = await runProgram(target, ['scripts/restore.ts', paths.backup]);
    expect([again.code, again.code === 0 ? '' : again.output]).toEqual([0, '']);
  }
  await expectComplete(target);
  return !wasComplete;
}

/** Returns whether the database has the tables of the backup. */
async function isRestored(target: Environment): Promise<boolean> {
  return (await runProgram(target, ['scripts/verify.ts', 'notes'])).output.includes('Signed notes: right');
}

const COMMANDS = {
  'import-business': { script: 'scripts/importBusiness.ts', file: 'export', repeat: expectImportable },
  restore: { script: 'scripts/restore.ts', file: 'backup', repeat: expectRestorable },
} as const;
const cases = (['the embedded database', 'PostgreSQL'] as const).flatMap((engine) =>
  (['import-business', 'restore'] as const).map((command) => [command, engine] as const),
);

test.each(cases)(
  `${kills} kills of %s on %s leave all or nothing, or a rest that is named, and it succeeds again [16.kills.1,2 R-3,13]`,
  { timeout: 120_000 + kills * 60_000 },
  async (command, engine) => {
    const { script, file, repeat } = COMMANDS[command];
    const program = [script, paths[file]];
    const name = `${command}-${engine === 'PostgreSQL' ? 'postgres' : 'embedded'}`;
    const whole = await createTarget(engine, `${name}-whole`);
    const times = await chooseTimes(() => runProgram(whole, program));
    let unfinished = 0;
    for (const ms of times) {
      const target = await createTarget(engine, `${name}-${ms}`);
      await runKilled(target, program, ms);
      if (await repeat(target)) unfinished += 1;
    }
    expect(unfinished).toBeGreaterThan(0);
  },
);
