import { describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createMailboxes } from '#tests/support/factories/mailboxes.ts';
import { sendMessage, buildMessageForm } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const mail = setUpOnce(() => createMailboxes(api));

const missing = 'Please fill in all required fields.';

const send = (from: Account, body: unknown) => api.call(from.token, 'POST /api/messages', { body });
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('POST /api/messages', () => {
  test('stores a trimmed message in both mailboxes and counts it [5.message.2 6.capability.6 7.mail.1]', async () => {
    const before = await mail.unread(mail.eve);
    const answer = await send(
      mail.mia,
      buildMessageForm(mail.eve.id, { subject: '  Keys ', content: ' At the office.\n' }),
    );
    expect(answer).toMatchObject({
      status: 201,
      body: {
        senderId: mail.mia.id,
        senderName: 'Mia Boss',
        senderDepartment: 'Office',
        recipientId: mail.eve.id,
        recipientName: 'Eve Worker',
        recipientDepartment: 'Field',
        subject: 'Keys',
        content: 'At the office.',
        isRead: false,
        readAt: null,
        parentMessageId: null,
        can: { read: false, reply: true, delete: true },
      },
    });
    const { id } = answer.body;
    expect((await mail.inbox(mail.eve))[0]).toMatchObject({ id, subject: 'Keys', content: 'At the office.' });
    expect((await mail.sent(mail.mia))[0]?.id).toBe(id);
    expect(idsOf(await mail.sent(mail.eve))).not.toContain(id);
    expect(idsOf(await mail.inbox(mail.third))).not.toContain(id);
    expect(await mail.unread(mail.eve)).toBe(before + 1);
    expect(await mail.audited(id)).toEqual([
      { action: 'sent', actor_id: mail.mia.id, details: { recipientId: mail.eve.id, parentMessageId: null } },
    ]);
    await mail.expectTrueCounts();
  });

  test.each([
    ['recipientId', { recipientId: undefined }],
    ['recipientId', { recipientId: 0 }],
    ['subject', { subject: '   ' }],
    ['subject', { subject: undefined }],
    ['content', { content: ' \n ' }],
    ['content', { content: undefined }],
  ])('answers 400 to a message without %s [5.message.1]', async (path, fields) => {
    const answer = await send(mail.mia, buildMessageForm(mail.eve.id, fields));
    expect(answer).toMatchObject({ status: 400, error: { issues: [{ path, message: missing }] } });
  });

  test('accepts 200 characters of subject and 10,000 of content at most [3.messages.2 5.message.3 9.texts.2]', async () => {
    const most = { subject: 'x'.repeat(200), content: 'y'.repeat(10_000) };
    const answer = await send(mail.mia, buildMessageForm(mail.eve.id, most));
    expect(answer).toMatchObject({ status: 201, body: most });
    expect((await mail.inbox(mail.eve))[0]?.content).toHaveLength(140);
    const more = await send(
      mail.mia,
      buildMessageForm(mail.eve.id, { subject: 'x'.repeat(201), content: 'y'.repeat(10_001) }),
    );
    expect(more).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'subject', message: 'At most 200 characters' }, { path: 'content' }] },
    });
  });

  test('answers 400 for a message to oneself, 404 for unknown and 409 for inactive recipients', async () => {
    const left = await createPerson(api, mail.business, { form: { firstName: 'Lee', lastName: 'Gone' } });
    await api.ok(mail.mia.token, 'PUT /api/users/:id/profile', {
      params: { id: left.id },
      body: { status: 'inactive' },
    });
    const before = await checksumRows(api, mail.business.id);
    expect(await send(mail.mia, buildMessageForm(mail.mia.id))).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'recipientId', message: "You can't send a message to yourself." }] },
    });
    expect(await send(mail.mia, buildMessageForm(999_999_999))).toMatchObject({ status: 404 });
    expect(await send(mail.mia, buildMessageForm(left.id))).toMatchObject({
      status: 409,
      error: {
        code: 'recipient_inactive',
        message: 'Lee Gone is no longer active and cannot receive messages.',
      },
    });
    expect(await checksumRows(api, mail.business.id)).toEqual(before);
  });

  test('reaches people on leave', async () => {
    const away = await createPerson(api, mail.business);
    await api.ok(mail.mia.token, 'PUT /api/users/:id/profile', {
      params: { id: away.id },
      body: { status: 'on_leave' },
    });
    expect((await send(mail.eve, buildMessageForm(away.id))).status).toBe(201);
  });

  test('sends one message for one idempotency key', async () => {
    const key = { headers: { 'idempotency-key': uniqueName('key') }, body: buildMessageForm(mail.eve.id) };
    const first = await api.ok(mail.mia.token, 'POST /api/messages', key);
    const before = await mail.unread(mail.eve);
    expect((await api.ok(mail.mia.token, 'POST /api/messages', key)).id).toBe(first.id);
    expect(await mail.unread(mail.eve)).toBe(before);
  });

  test('answers 402 without a subscription, while reading works', async () => {
    const unpaid = await createBusiness(api, { unpaid: true });
    expect((await send(unpaid.admin, buildMessageForm(unpaid.admin.id))).status).toBe(402);
    expect(await mail.inbox(unpaid.admin)).toEqual([]);
    expect(await mail.unread(unpaid.admin)).toBe(0);
  });
});

describe('GET /api/messages/:id/thread', () => {
  test('returns the same conversation for each of its messages, newest first [7.mail.4 10.6.13]', async () => {
    const first = await sendMessage(api, { from: mail.mia, to: mail.eve }, { subject: 'Rota' });
    const second = await sendMessage(api, { from: mail.eve, to: mail.mia }, { parentMessageId: first.id });
    const third = await sendMessage(
      api,
      { from: mail.mia, to: mail.eve },
      { parentMessageId: second.id, content: 'Thanks' },
    );
    const fourth = await sendMessage(api, { from: mail.mia, to: mail.eve }, { parentMessageId: third.id });
    const all = [fourth.id, third.id, second.id, first.id];
    for (const who of [mail.mia, mail.eve]) {
      for (const { id } of [first, third]) {
        const answer = await mail.thread(who, id);
        expect(idsOf(answer.body)).toEqual(all);
        expect(answer.headers['x-total-count']).toBe('4');
      }
    }
    expect(second.parentMessageId).toBe(first.id);
    const page = await api.call(mail.eve.token, 'GET /api/messages/:id/thread', {
      params: { id: second.id },
      query: { limit: 3 },
    });
    expect(idsOf(page.body)).toEqual(all.slice(0, 3));
    const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))?.[1] ?? '';
    const rest = await api.ok(mail.eve.token, 'GET /api/messages/:id/thread', {
      params: { id: second.id },
      query: { limit: 3, cursor },
    });
    expect(idsOf(rest)).toEqual([first.id]);
  });

  test('answers 400 to a reply to a third user, and 404 to third users', async () => {
    const first = await sendMessage(api, { from: mail.mia, to: mail.eve });
    expect(
      await send(mail.mia, buildMessageForm(mail.third.id, { parentMessageId: first.id })),
    ).toMatchObject({
      status: 400,
      error: {
        issues: [{ path: 'recipientId', message: 'Replies go to the other person in the conversation.' }],
      },
    });
    for (const parentMessageId of [first.id, 999_999_999]) {
      const answer = await send(mail.third, buildMessageForm(mail.eve.id, { parentMessageId }));
      expect(answer).toMatchObject({ status: 404, error: { message: 'This message does not exist.' } });
    }
  });

  test('shows whether the other person can receive a reply', async () => {
    const leaver = await createPerson(api, mail.business);
    const message = await sendMessage(api, { from: leaver, to: mail.eve });
    const canReply = async () => (await mail.thread(mail.eve, message.id)).body[0]?.can.reply;
    expect(await canReply()).toBe(true);
    await api.ok(mail.mia.token, 'PUT /api/users/:id/profile', {
      params: { id: leaver.id },
      body: { status: 'inactive' },
    });
    expect(await canReply()).toBe(false);
    const answer = await send(mail.eve, buildMessageForm(leaver.id, { parentMessageId: message.id }));
    expect(answer.status).toBe(409);
  });
});

test('a notification to managers is not among the sent messages of the user it is about', async () => {
  const before = await mail.unread(mail.mia);
  const client = await api.ok(mail.mia.token, 'POST /api/clients', {
    body: {
      companyName: uniqueName('HH'),
      contactName: 'Dorothy',
      signatureCode: '4711ab',
      status: 'active',
    },
  });
  await api.ok(mail.mia.token, 'POST /api/clients/:id/assignments', {
    params: { id: client.id },
    body: { employeeId: mail.eve.id, role: 'primary' },
  });
  for (let tries = 0; tries < 5; tries += 1) {
    await api.call(mail.eve.token, 'POST /api/clients/:id/verify-code', {
      params: { id: client.id },
      body: { code: 'wrong!' },
    });
  }
  expect(await mail.unread(mail.mia)).toBe(before + 1);
  expect((await mail.inbox(mail.mia))[0]).toMatchObject({
    senderId: mail.eve.id,
    subject: expect.stringContaining('Wrong'),
  });
  expect((await mail.sent(mail.eve))[0]?.subject).not.toContain('Wrong');
  await mail.expectTrueCounts();
});
