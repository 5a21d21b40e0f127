/** Automatic backups of the embedded database by the running server. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';

const HOUR_MS = 60 * 60 * 1000;

let api: Api;
let folder: string;
let backupDir: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterhour-backups-'));
  backupDir = join(folder, 'backups');
  api = await startApi({ BACKUP_DIR: backupDir, BACKUP_KEEP: '2' });
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const metrics = async () => String((await api.send(null, { method: 'GET', url: '/metrics' })).body);

test('makes a backup when one is due, deletes the oldest, and counts failures [R-13]', async () => {
  const { automaticBackups: backups } = api.server;
  expect(backups === null).toBe(api.database.kind === 'postgres');
  if (backups === null) return;
  await createBusiness(api);
  const now = new Date('2026-03-02T04:05:06.789Z');
  // A file in place of the folder, so that the backup fails.
  writeFileSync(backupDir, '');
  await backups.runDue(now);
  expect(await metrics()).toContain('backups_total{outcome="failed"} 1');
  expect((await api.call(null, 'GET /api/businesses/count')).status).toBe(200);
  rmSync(backupDir);
  mkdirSync(backupDir);
  const older = ['2026-02-27', '2026-02-28'].map((day) => `quarterhour-auto-${day}T05-05-06Z.tar`);
  const manual = 'before-the-move.tar';
  for (const name of [
    ...older,
    manual,
    '.quarterhour-auto-2026-03-01T05-05-06Z.tar.0123456789abcdef.partial',
  ])
    writeFileSync(join(backupDir, name), '');
  const listBackups = () => readdirSync(backupDir).toSorted();
  await backups.runDue(new Date(now.getTime() + HOUR_MS / 2));
  expect(listBackups()).toHaveLength(4);

  const later = new Date(now.getTime() + HOUR_MS);
  await backups.runDue(later);
  expect(listBackups()).toEqual([manual, older[1], 'quarterhour-auto-2026-03-02T05-05-06Z.tar']);
  expect(await metrics()).toContain('backups_total{outcome="made"} 1');
  expect(await metrics()).toContain(`backup_newest_timestamp_seconds ${Math.floor(later.getTime() / 1000)}`);
  expect(readdirSync(join(api.database.settings.DATA_DIR, 'database', 'snapshots'))).toEqual([]);
  await backups.runDue(new Date(later.getTime() + 23 * HOUR_MS));
  expect(listBackups()).toHaveLength(3);
}, 120_000);
