/** Messages of the system, which have no user as sender. */

import { expect, test } from 'vitest';
import { writeInBusiness } from '#platform/server/tenancy.ts';
import type { Account } from '#tests/support/factories/businesses.ts';
import { createMailboxes } from '#tests/support/factories/mailboxes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';
import { sendSystemMessages } from './actions.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const mail = setUpEach(() => createMailboxes(api));

/** Sends a system message and returns it as in the inbox of a user. */
async function notify(who: Account, subject = 'Units used up: HS-1113') {
  const scope = { services: api.server.services, businessId: mail.business.id, now: new Date(), ip: '' };
  await writeInBusiness(scope, (tx) => sendSystemMessages(tx, scope, [{ subject, content: 'All of them.' }]));
  const [message] = await mail.inbox(who);
  if (!message) throw new Error('The message did not arrive');
  return message;
}

test('a system message reaches each active manager, with the product as sender [11.alerts.1]', async () => {
  const former = await createPerson(api, mail.business, { role: 'manager' });
  await api.ok(mail.business.admin.token, 'PUT /api/users/:id/profile', {
    params: { id: former.id },
    body: { status: 'inactive' },
  });
  await notify(mail.mia);
  for (const manager of [mail.mia, mail.third, mail.business.admin]) {
    expect(await mail.inbox(manager)).toMatchObject([
      { subject: 'Units used up: HS-1113', senderName: 'Quarterhour', senderDepartment: null, isRead: false },
    ]);
    expect(await mail.unread(manager)).toBe(1);
    expect(await mail.sent(manager)).toEqual([]);
  }
  expect(await mail.inbox(mail.eve)).toEqual([]);
  const rows = await api.sql('select id from messages where recipient_id = $1', [former.id]);
  expect(rows).toEqual([]);
  await mail.expectTrueCounts();
});

test('a system message has no reply [11.alerts.2]', async () => {
  const { id } = await notify(mail.mia);
  const { body } = await mail.thread(mail.mia, id);
  expect(body).toMatchObject([{ id, can: { read: true, reply: false, delete: true } }]);
  const reply = (recipientId: number) =>
    api.call(mail.mia.token, 'POST /api/messages', {
      body: { recipientId, subject: 'Re', content: 'Thanks', parentMessageId: id },
    });
  const message = "This is an automatic message. You can't reply to it.";
  expectIssue(await reply(mail.eve.id), { path: 'parentMessageId', message });
  expect((await reply(mail.mia.id)).status).toBe(400);
  expect(await mail.thread(mail.mia, id)).toMatchObject({ body: [{ id }] });
});

test('a system message is read and deleted as any other', async () => {
  const { id } = await notify(mail.mia);
  await api.ok(mail.mia.token, 'PUT /api/messages/:id/read', { params: { id } });
  expect(await mail.unread(mail.mia)).toBe(0);
  await mail.expectTrueCounts();
  const removed = await notify(mail.mia, 'Units running low: HS-1113');
  const { status } = await api.call(mail.mia.token, 'DELETE /api/messages/:id', {
    params: { id: removed.id },
  });
  expect(status).toBe(204);
  expect((await mail.inbox(mail.mia)).map((one) => one.id)).toEqual([id]);
  expect(await mail.sent(mail.mia)).toEqual([]);
  await mail.expectTrueCounts();
});
