import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { estimateBackup } from './space.ts';

const MB = 2 ** 20;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarterhour-space-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function put(path: string, bytes: number, madeAt = new Date()): void {
  const file = join(dataDir, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, bytes);
  utimesSync(file, madeAt, madeAt);
}

const estimate = (databaseUrl: string | null = null, directory = join(dataDir, 'backups')) =>
  estimateBackup({
    dataDir,
    databaseUrl,
    backups: { automatic: true, directory, everyHours: 24, keep: 7 },
  });

test('the next backup needs space for a copy of the embedded database and for an archive like the newest one [16.backups.2]', async () => {
  put('database/base/1', 10 * MB);
  put('files/1/ab/ab', 5 * MB);
  expect(await estimate()).toBe(25 * MB);
  put('backups/quarterhour-auto-2026-03-01T00-00-00Z.tar', 400 * MB, new Date('2026-03-01'));
  put('backups/quarterhour-auto-2026-03-02T00-00-00Z.tar', 100 * MB, new Date('2026-03-02'));
  put('backups/notes.txt', 900 * MB);
  expect(await estimate()).toBeCloseTo(120 * MB, -1);
});

test('a backup to another disk needs space for the copy only; one of a PostgreSQL server, for an archive like the last one [16.backups.2]', async () => {
  put('database/base/1', 10 * MB);
  // The kernel's files are on a disk of their own.
  expect(await estimate(null, '/proc/self')).toBe(10 * MB);
  const url = 'postgres://localhost/quarterhour';
  expect(await estimate(url)).toBe(0);
  put('backups/quarterhour-manual-2026-03-01T00-00-00Z.tar', 100 * MB);
  expect(await estimate(url)).toBeCloseTo(110 * MB, -1);
});
