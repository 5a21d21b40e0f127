/** Two nodes deliver from one queue of mails: each mail is sent once. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import type { RunningServer } from '#app/server.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { waitForMails, startSmtpServer, type FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { startSecondNode } from '#tests/support/helpers/secondNode.ts';

const MAILS = 40;

let mailServer: FakeSmtpServer;
let api: Api;
let second: RunningServer;
let stopSecond: () => Promise<void>;
beforeAll(async () => {
  mailServer = await startSmtpServer();
  api = await startApi({ SMTP_URL: mailServer.url });
  ({ node: second, stop: stopSecond } = await startSecondNode(api, {
    SMTP_URL: mailServer.url,
    SERVER_KEY: api.server.services.settings.serverKey.toString('hex'),
  }));
});
afterAll(async () => {
  await stopSecond();
  await api.stop();
  await mailServer.stop();
});

test('a node does not send a mail that another one is sending, until its lease ends', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  mailServer.refuseWith = 451;
  await sendMessage(api, { from, to });
  const queued = () => api.sql('select tries from outgoing_mails where last_error is not null');
  await expect.poll(queued).toEqual([{ tries: 1 }]);
  mailServer.refuseWith = null;
  const due = new Date(Date.now() + 60_000);
  const commit = await holdLock(
    api,
    `update outgoing_mails set tries = tries + 1, next_try_at = $1::timestamptz + interval '2 minutes'`,
    [due.toISOString()],
  );
  const delivery = deliverDue(second.services, openLog('silent'), due);
  await Promise.race([delivery, waitForLocks(api, 1)]);
  await commit();
  expect([await delivery, await queued(), mailServer.mails]).toEqual([0, [{ tries: 2 }], []]);
  // The first node has died: after its lease any node may send the mail.
  expect(await deliverDue(second.services, openLog('silent'), new Date(due.getTime() + 120_000))).toBe(1);
  expect(mailServer.mails.splice(0)).toHaveLength(1);
});

test('the lease lasts longer than a mail server without a response can delay ten mails', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  mailServer.silentUntil = promise;
  const sentAt = Date.now();
  await sendMessage(api, { from, to });
  await expect.poll(() => api.sql('select tries from outgoing_mails')).toEqual([{ tries: 1 }]);
  // Ten concurrent ones over three connections, each with a timeout of 45 seconds.
  const others = deliverDue(second.services, openLog('silent'), new Date(sentAt + 4 * 45_000));
  answer();
  expect(await others).toBe(0);
  await waitForMails(api);
  expect(mailServer.mails.splice(0)).toHaveLength(1);
});

test('queued mails are sent once each when two nodes deliver at the same time [D-15]', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  // The queue fills while the mail server refuses them.
  mailServer.refuseWith = 451;
  const sent = await repeatConcurrently(MAILS, () => sendMessage(api, { from, to }));
  await expect
    .poll(() => api.sql('select id from outgoing_mails where last_error is not null'), { timeout: 20_000 })
    .toHaveLength(MAILS);
  mailServer.refuseWith = null;
  const log = openLog('silent');
  const due = new Date(Date.now() + 60_000);
  const counts = await repeatConcurrently(12, (index) =>
    deliverDue((index % 2 === 0 ? api.server : second).services, log, due),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MAILS);
  await waitForMails(api);
  const links = mailServer.mails.map(({ text }) => Number(/message=(\d+)/.exec(text ?? '')?.[1]));
  expect(links).toHaveLength(MAILS);
  expect(new Set(links)).toEqual(new Set(sent.map(({ id }) => id)));
});
