/** Automatic backups of the embedded database by the running server. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCreatorBusiness } from '#tests/support/factories/businesses.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';

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

test('makes a backup when one is due, deletes the oldest, counts failures, and alerts the administrator once [R-13 16.backups.1]', async () => {
  const { automaticBackups: backups } = api.server;
  expect(backups === null).toBe(api.database.kind === 'postgres');
  if (backups === null) return;
  const { admin } = await createCreatorBusiness(api);
  const listMails = () => {
    const mailDir = join(api.database.settings.DATA_DIR, 'mail');
    const mails = existsSync(mailDir)
      ? readdirSync(mailDir).map((name) => readFileSync(join(mailDir, name), 'utf8'))
      : [];
    return mails.filter((mail) => mail.includes('backups'));
  };
  const now = new Date('2026-03-02T04:05:06.789Z');
  // A file in place of the folder, so that the backup fails.
  writeFileSync(backupDir, '');
  await backups.runDue(new Date(now.getTime() - 2 * HOUR_MS));
  await backups.runDue(now);
  expect(await metrics()).toContain('backups_total{outcome="failed"} 2');
  expect(await metrics()).toContain('backup_failing 1');
  expect((await api.call(null, 'GET /api/businesses/count')).status).toBe(200);
  const [alert, ...others] = listMails();
  expect(others).toEqual([]);
  expect(alert).toContain(`To: ${(await api.ok(admin.token, 'GET /api/profile')).email}\n`);
  expect(alert).toContain('Subject: Quarterhour: backups are failing');
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
  expect(await metrics()).toContain('backup_failing 0');
  expect(await metrics()).toMatch(/^backup_free_bytes [\d.e+]+$/m);
  expect(listMails()).toEqual([alert, expect.stringContaining('Subject: Quarterhour: backups work again')]);
  expect(await metrics()).toContain(`backup_newest_timestamp_seconds ${Math.floor(later.getTime() / 1000)}`);
  expect(readdirSync(join(api.database.settings.DATA_DIR, 'database', 'snapshots'))).toEqual([]);
  await backups.runDue(new Date(later.getTime() + 23 * HOUR_MS));
  expect(listBackups()).toHaveLength(3);
}, 120_000);
