import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import type { BackupReport } from './backup.ts';
import { AutomaticBackups, backupName, type BackupStatus } from './schedule.ts';

const HOUR_MS = 60 * 60 * 1000;
const now = new Date('2026-03-02T04:05:06.789Z');
const hoursLater = (hours: number) => new Date(now.getTime() + hours * HOUR_MS);

let directory: string;
let record: BackupStatus;
let faultyFiles: BackupReport['faultyFiles'];
let fault: Error | null;
let backups: AutomaticBackups;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterhour-schedule-'));
  record = { outcomes: { made: 0, incomplete: 0, failed: 0 }, newest: null, isFailing: false };
  [faultyFiles, fault] = [[], null];
  backups = new AutomaticBackups({
    settings: { automatic: true, directory, everyHours: 24, keep: 2 },
    record,
    alerts: { reportFailure: () => Promise.resolve(), reportSuccess: () => Promise.resolve() },
    log: openLog('silent'),
    make: (path) => {
      if (fault) return Promise.reject(fault);
      writeFileSync(path, '');
      return Promise.resolve({ path, bytes: 0, tables: 1, rows: 0, files: 1, faultyFiles });
    },
  });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const names = () => readdirSync(directory).toSorted();
const nameAt = (hours: number) => backupName('auto', hoursLater(hours));
const put = (...backups: string[]) => {
  for (const name of backups) writeFileSync(join(directory, name), '');
};

test('keeps older backups while files are missing in the store, as only those may have them', async () => {
  put(nameAt(-72), nameAt(-48), nameAt(-24));
  faultyFiles = [{ key: '1/0', fault: 'missing' }];
  await backups.runDue(now);
  expect(names()).toEqual([-72, -48, -24, 0].map(nameAt));
  expect(record).toEqual({
    outcomes: { made: 0, incomplete: 1, failed: 0 },
    newest: new Date('2026-03-02T04:05:06Z'),
    isFailing: false,
  });
  faultyFiles = [];
  await backups.runDue(hoursLater(24));
  expect(names()).toEqual([0, 24].map(nameAt));
  expect(record.outcomes).toEqual({ made: 1, incomplete: 1, failed: 0 });
});

test('ignores backups of a clock that was ahead', async () => {
  put(nameAt(-48), nameAt(-24), nameAt(9000), nameAt(9001));
  await backups.runDue(now);
  expect(record.newest).toEqual(new Date('2026-03-02T04:05:06Z'));
  expect(names()).toEqual([-24, 0, 9000, 9001].map(nameAt));
});

test('retries a failed backup after an hour, also when the clock is set back', async () => {
  fault = new Error('the disk is full');
  await backups.runDue(hoursLater(9000));
  fault = null;
  await backups.runDue(hoursLater(9000.5));
  expect(names()).toEqual([]);
  await backups.runDue(now);
  expect(names()).toEqual([nameAt(0)]);
});
