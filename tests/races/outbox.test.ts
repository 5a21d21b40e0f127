/** Two nodes on one PostgreSQL server deliver from one queue: each mail goes out once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '#app/server.ts';
import type { RunningServer } from '#app/server.ts';
import { openLog } from '#platform/server/log.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import { startApi } from '#tests/support/helpers/api.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { waitForMails, startSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import type { FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';

const MAILS = 40;

let catcher: FakeSmtpServer;
let api: Api;
let second: RunningServer;
beforeAll(async () => {
  catcher = await startSmtpServer();
  api = await startApi({ SMTP_URL: catcher.url });
  second = await startServer(
    api.server.services.settings,
    { migrations: 'db/migrations' },
    openLog('silent'),
  );
});
afterAll(async () => {
  await second.stop();
  await api.stop();
  await catcher.stop();
});

test('what one node has in hand another leaves alone, also in the very moment', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  catcher.refuseWith = 451;
  await api.ok(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) });
  const queued = () => api.sql('select tries from outgoing_mails where last_error is not null');
  await expect.poll(queued).toEqual([{ tries: 1 }]);
  catcher.refuseWith = null;
  const due = new Date(Date.now() + 60_000);
  const commit = await holdLock(
    api,
    `update outgoing_mails set tries = tries + 1, next_try_at = $1::timestamptz + interval '2 minutes'`,
    [due.toISOString()],
  );
  const taken = deliverDue(second.services, openLog('silent'), due);
  await Promise.race([taken, waitForLocks(api, 1)]);
  await commit();
  expect([await taken, await queued(), catcher.mails]).toEqual([0, [{ tries: 2 }], []]);
  // That node dies: when its lease is over any node may send the mail.
  expect(await deliverDue(second.services, openLog('silent'), new Date(due.getTime() + 120_000))).toBe(1);
  expect(catcher.mails.splice(0)).toHaveLength(1);
});

test('a mail is left to the node that has it for as long as a silent mail server can hold up a handful', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  catcher.silentUntil = promise;
  const sentAt = Date.now();
  await api.ok(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) });
  await expect.poll(() => api.sql('select tries from outgoing_mails')).toEqual([{ tries: 1 }]);
  // Ten at once over three connections, each abandoned after 45 seconds.
  const others = deliverDue(second.services, openLog('silent'), new Date(sentAt + 4 * 45_000));
  answer();
  expect(await others).toBe(0);
  await waitForMails(api);
  expect(catcher.mails.splice(0)).toHaveLength(1);
});

test('mails that wait are sent once each, however many nodes begin at the same moment [D-15]', async () => {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([createPerson(api, business), createPerson(api, business)]);
  // They pile up while the mail server wants none.
  catcher.refuseWith = 451;
  const sent = await Promise.all(
    Array.from({ length: MAILS }, () =>
      api.ok(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) }),
    ),
  );
  await expect
    .poll(() => api.sql('select id from outgoing_mails where last_error is not null'), { timeout: 20_000 })
    .toHaveLength(MAILS);
  catcher.refuseWith = null;
  const log = openLog('silent');
  const due = new Date(Date.now() + 60_000);
  const rounds = Array.from({ length: 12 }, (_, index) => {
    const node = index % 2 === 0 ? api.server : second;
    return deliverDue(node.services, log, due);
  });
  expect((await Promise.all(rounds)).reduce((all, one) => all + one, 0)).toBe(MAILS);
  await waitForMails(api);
  const links = catcher.mails.map(({ text }) => Number(/message=(\d+)/.exec(text ?? '')?.[1]));
  const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(inOrder(links)).toEqual(inOrder(sent.map(({ id }) => id)));
});
