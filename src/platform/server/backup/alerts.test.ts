import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import type { OutgoingMail } from '#platform/server/mail.ts';
import { BackupAlerts } from './alerts.ts';

let dataDir: string;
let sent: Pick<OutgoingMail, 'to' | 'subject' | 'text'>[];
let refusal: Error | null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarterhour-alerts-'));
  [sent, refusal] = [[], null];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The alerts of a process that starts now. */
const startAlerts = (folder = dataDir) =>
  new BackupAlerts({
    dataDir: folder,
    publicUrl: 'https://hours.example.com',
    mail: {
      delivers: true,
      send: async ({ to, subject, text }) => {
        if (refusal) throw refusal;
        sent.push({ to, subject, text });
      },
      close: () => undefined,
    },
    listRecipients: () => Promise.resolve(['ops@example.com', 'owner@example.com']),
    log: openLog('silent'),
  });
const subjects = () => sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
const FAIL = [
  'ops@example.com: Quarterhour: backups are failing',
  'owner@example.com: Quarterhour: backups are failing',
];
const WORK = FAIL.map((line) => line.replace('are failing', 'work again'));

test('each administrator gets one email when backups fail, also over restarts, and one when they work again [16.backups.1]', async () => {
  const alerts = startAlerts();
  await alerts.reportSuccess();
  expect(sent).toEqual([]);
  await alerts.reportFailure(new Error('There is not enough free space.'));
  expect(sent[0]?.text).toContain('Reason: There is not enough free space.');
  expect(sent[0]?.text).toContain('https://hours.example.com');
  expect(subjects()).toEqual(FAIL);
  await alerts.reportFailure(new Error('again'));
  await startAlerts().reportFailure(new Error('after a restart'));
  expect(sent).toEqual([]);
  await startAlerts().reportSuccess();
  expect(subjects()).toEqual(WORK);
  await startAlerts().reportSuccess();
  expect(sent).toEqual([]);
  await startAlerts().reportFailure(new Error('a second time'));
  expect(subjects()).toEqual(FAIL);
});

test('an alert that could not be sent is tried again with the next failure [16.backups.1]', async () => {
  const alerts = startAlerts();
  refusal = new Error('no mail server');
  await alerts.reportFailure(new Error('no space'));
  refusal = null;
  await alerts.reportFailure(new Error('no space'));
  expect(subjects()).toEqual(FAIL);
});

test('an alert is sent once even when the data directory cannot be written [16.backups.1]', async () => {
  const alerts = startAlerts(join(dataDir, 'missing'));
  await alerts.reportFailure(new Error('no space'));
  await alerts.reportFailure(new Error('no space'));
  expect(subjects()).toEqual(FAIL);
  expect(existsSync(join(dataDir, 'missing'))).toBe(false);
  await alerts.reportSuccess();
  expect(subjects()).toEqual(WORK);
});
