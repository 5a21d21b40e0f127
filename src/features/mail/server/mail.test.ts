import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../../../tests/world/api.ts';
import type { Api, Name } from '../../../../tests/world/api.ts';
import { aBusiness } from '../../../../tests/world/business.ts';
import type { Account, TestBusiness } from '../../../../tests/world/business.ts';
import { aMessage, messageForm } from '../../../../tests/world/mail.ts';
import { aPerson } from '../../../../tests/world/people.ts';
import { rowsOf } from '../../../../tests/world/rows.ts';
import { unique } from '../../../../tests/world/unique.ts';

let api: Api;
let business: TestBusiness;
let mia: Account;
let eve: Account;
let third: Account;
beforeAll(async () => {
  api = await startApi();
  business = await aBusiness(api, { plan: 'professional' });
  mia = await aPerson(api, business, {
    role: 'manager',
    form: { firstName: 'Mia', lastName: 'Boss', department: 'Office' },
  });
  eve = await aPerson(api, business);
  third = await aPerson(api, business, { role: 'manager' });
});
afterAll(() => api.stop());

const missing = 'Please fill in all required fields.';

const send = (from: Account, body: unknown) => api.call(from.token, 'POST /api/messages', { body });
const inbox = (who: Account) => api.ok(who.token, 'GET /api/messages/inbox', { query: { limit: 200 } });
const sent = (who: Account) => api.ok(who.token, 'GET /api/messages/sent', { query: { limit: 200 } });
const unread = async (who: Account) => (await api.ok(who.token, 'GET /api/messages/unread')).unread;
const thread = (who: Account, id: number) =>
  api.call(who.token, 'GET /api/messages/:id/thread', { params: { id } });
const on = <N extends Name>(who: Account, name: N, id: number) =>
  api.call(who.token, name, { params: { id } });
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const audited = (id: number) =>
  api.sql<{ action: string; actor_id: number; details: object }>(
    `select action, actor_id, details from audit_log
     where business_id = $1 and object = 'message' and object_id = $2 order by seq`,
    [business.id, id],
  );

/** The kept counts of everybody are what counting finds. */
async function expectTrueCounts(): Promise<void> {
  const kept = await api.sql(
    `select user_id, inbox, unread, sent from message_counts where business_id = $1
     and (inbox, unread, sent) <> (0, 0, 0) order by user_id`,
    [business.id],
  );
  const counted = await api.sql(
    `select u.id as user_id,
       (count(*) filter (where m.recipient_id = u.id and not hidden_for_recipient))::int as inbox,
       (count(*) filter (where m.recipient_id = u.id and not hidden_for_recipient and not is_read))::int as unread,
       (count(*) filter (where m.sender_id = u.id and not hidden_for_sender))::int as sent
     from users u join messages m on m.business_id = u.business_id and u.id in (m.sender_id, m.recipient_id)
     where u.business_id = $1 group by u.id
     having count(*) filter (where (m.recipient_id = u.id and not hidden_for_recipient)
       or (m.sender_id = u.id and not hidden_for_sender)) > 0 order by u.id`,
    [business.id],
  );
  expect(kept).toEqual(counted);
}

describe('writing', () => {
  test('puts the message into both boxes, trimmed, and counts it', async () => {
    const before = await unread(eve);
    const answer = await send(mia, messageForm(eve.id, { subject: '  Keys ', content: ' At the office.\n' }));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        senderId: mia.id,
        senderName: 'Mia Boss',
        senderDepartment: 'Office',
        recipientId: eve.id,
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
    expect((await inbox(eve))[0]).toMatchObject({ id, subject: 'Keys', content: 'At the office.' });
    expect((await sent(mia))[0]?.id).toBe(id);
    expect(idsOf(await sent(eve))).not.toContain(id);
    expect(idsOf(await inbox(third))).not.toContain(id);
    expect(await unread(eve)).toBe(before + 1);
    expect(await audited(id)).toEqual([
      { action: 'sent', actor_id: mia.id, details: { recipientId: eve.id, parentMessageId: null } },
    ]);
    await expectTrueCounts();
  });

  test.each([
    ['recipientId', { recipientId: undefined }],
    ['recipientId', { recipientId: 0 }],
    ['subject', { subject: '   ' }],
    ['subject', { subject: undefined }],
    ['content', { content: ' \n ' }],
    ['content', { content: undefined }],
  ])('refuses a message without %s', async (path, fields) => {
    const answer = await send(mia, messageForm(eve.id, fields));
    expect(answer).toMatchObject({ status: 400, error: { issues: [{ path, message: missing }] } });
  });

  test('takes 200 characters of subject and 10,000 of content, and no more', async () => {
    const most = { subject: 'x'.repeat(200), content: 'y'.repeat(10_000) };
    const answer = await send(mia, messageForm(eve.id, most));
    expect(answer).toMatchObject({ status: 201, body: most });
    expect((await inbox(eve))[0]?.content).toHaveLength(140);
    const more = await send(
      mia,
      messageForm(eve.id, { subject: 'x'.repeat(201), content: 'y'.repeat(10_001) }),
    );
    expect(more).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'subject', message: 'At most 200 characters' }, { path: 'content' }] },
    });
  });

  test('refuses oneself, nobody, and people who left', async () => {
    const left = await aPerson(api, business, { form: { firstName: 'Lee', lastName: 'Gone' } });
    await api.ok(mia.token, 'PUT /api/users/:id/profile', {
      params: { id: left.id },
      body: { status: 'inactive' },
    });
    const before = await rowsOf(api, business.id);
    expect(await send(mia, messageForm(mia.id))).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'recipientId', message: 'You cannot send a message to yourself.' }] },
    });
    expect(await send(mia, messageForm(999_999_999))).toMatchObject({ status: 404 });
    expect(await send(mia, messageForm(left.id))).toMatchObject({
      status: 409,
      error: {
        code: 'recipient_inactive',
        message: 'Lee Gone is no longer active and cannot receive messages.',
      },
    });
    expect(await rowsOf(api, business.id)).toEqual(before);
  });

  test('reaches people on leave', async () => {
    const away = await aPerson(api, business);
    await api.ok(mia.token, 'PUT /api/users/:id/profile', {
      params: { id: away.id },
      body: { status: 'on_leave' },
    });
    expect((await send(eve, messageForm(away.id))).status).toBe(201);
  });

  test('sends once for one key', async () => {
    const key = { headers: { 'idempotency-key': unique('key') }, body: messageForm(eve.id) };
    const first = await api.ok(mia.token, 'POST /api/messages', key);
    const before = await unread(eve);
    expect((await api.ok(mia.token, 'POST /api/messages', key)).id).toBe(first.id);
    expect(await unread(eve)).toBe(before);
  });

  test('is refused without a subscription, reading is not', async () => {
    const unpaid = await aBusiness(api, { unpaid: true });
    expect((await send(unpaid.admin, messageForm(unpaid.admin.id))).status).toBe(402);
    expect(await inbox(unpaid.admin)).toEqual([]);
    expect(await unread(unpaid.admin)).toBe(0);
  });
});

describe('a conversation', () => {
  test('holds the answers of both, newest first, from whichever message it is opened', async () => {
    const first = await aMessage(api, { from: mia, to: eve }, { subject: 'Rota' });
    const second = await aMessage(api, { from: eve, to: mia }, { parentMessageId: first.id });
    const third = await aMessage(
      api,
      { from: mia, to: eve },
      { parentMessageId: second.id, content: 'Thanks' },
    );
    const fourth = await aMessage(api, { from: mia, to: eve }, { parentMessageId: third.id });
    const all = [fourth.id, third.id, second.id, first.id];
    for (const who of [mia, eve]) {
      for (const { id } of [first, third]) {
        const answer = await thread(who, id);
        expect(idsOf(answer.body)).toEqual(all);
        expect(answer.headers['x-total-count']).toBe('4');
      }
    }
    expect(second.parentMessageId).toBe(first.id);
    const page = await api.call(eve.token, 'GET /api/messages/:id/thread', {
      params: { id: second.id },
      query: { limit: 3 },
    });
    expect(idsOf(page.body)).toEqual(all.slice(0, 3));
    const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))?.[1] ?? '';
    const rest = await api.ok(eve.token, 'GET /api/messages/:id/thread', {
      params: { id: second.id },
      query: { limit: 3, cursor },
    });
    expect(idsOf(rest)).toEqual([first.id]);
  });

  test('is answered to the other person of it, and to nobody else', async () => {
    const first = await aMessage(api, { from: mia, to: eve });
    expect(await send(mia, messageForm(third.id, { parentMessageId: first.id }))).toMatchObject({
      status: 400,
      error: {
        issues: [{ path: 'recipientId', message: 'An answer goes to the other person of the conversation.' }],
      },
    });
    for (const parentMessageId of [first.id, 999_999_999]) {
      const answer = await send(third, messageForm(eve.id, { parentMessageId }));
      expect(answer).toMatchObject({ status: 404, error: { message: 'This message does not exist.' } });
    }
  });

  test('says whether an answer would arrive', async () => {
    const leaver = await aPerson(api, business);
    const message = await aMessage(api, { from: leaver, to: eve });
    const canReply = async () => (await thread(eve, message.id)).body[0]?.can.reply;
    expect(await canReply()).toBe(true);
    await api.ok(mia.token, 'PUT /api/users/:id/profile', {
      params: { id: leaver.id },
      body: { status: 'inactive' },
    });
    expect(await canReply()).toBe(false);
    const answer = await send(eve, messageForm(leaver.id, { parentMessageId: message.id }));
    expect(answer.status).toBe(409);
  });
});

describe('reading', () => {
  test('marks a message once, for its recipient', async () => {
    const { id } = await aMessage(api, { from: mia, to: eve });
    const before = await unread(eve);
    expect((await thread(eve, id)).body[0]?.can.read).toBe(true);
    const answer = await on(eve, 'PUT /api/messages/:id/read', id);
    expect(answer).toMatchObject({ status: 200, body: { id, isRead: true, can: { read: false } } });
    expect(await on(eve, 'PUT /api/messages/:id/read', id)).toMatchObject({
      status: 200,
      body: answer.body,
    });
    expect(await unread(eve)).toBe(before - 1);
    expect((await sent(mia)).find((one) => one.id === id)?.readAt).toBe(answer.body.readAt);
    expect((await audited(id)).map(({ action }) => action)).toEqual(['sent', 'read']);
    await expectTrueCounts();
  });

  test('is not for the sender, and not for anybody else', async () => {
    const { id } = await aMessage(api, { from: mia, to: eve });
    expect(await on(mia, 'PUT /api/messages/:id/read', id)).toMatchObject({
      status: 403,
      error: { message: 'Only its recipient can mark a message as read.' },
    });
    for (const name of ['PUT /api/messages/:id/read', 'GET /api/messages/:id/thread'] as const) {
      expect(await on(third, name, id)).toMatchObject({
        status: 404,
        error: { message: 'This message does not exist.' },
      });
    }
    expect((await thread(eve, id)).body[0]?.isRead).toBe(false);
  });

  test('goes through the inbox page by page, newest first', async () => {
    const reader = await aPerson(api, business);
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push(await aMessage(api, { from: mia, to: reader }));
    const first = await api.call(reader.token, 'GET /api/messages/inbox', { query: { limit: 3 } });
    expect(idsOf(first.body)).toEqual(idsOf(made).toReversed().slice(0, 3));
    expect(first.headers['x-total-count']).toBe('5');
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const rest = await api.call(reader.token, 'GET /api/messages/inbox', { query: { limit: 3, cursor } });
    expect(idsOf(rest.body)).toEqual(idsOf(made).toReversed().slice(3));
    expect(rest.headers['link']).toBeUndefined();
    const broken = await api.call(reader.token, 'GET /api/messages/sent', { query: { cursor: 'x' } });
    expect(broken).toMatchObject({ status: 400, error: { issues: [{ path: 'cursor' }] } });
  });
});

describe('deleting', () => {
  test('hides a message for the one who deletes it alone', async () => {
    const { id } = await aMessage(api, { from: mia, to: eve });
    const before = await unread(eve);
    expect((await on(eve, 'DELETE /api/messages/:id', id)).status).toBe(204);
    expect(idsOf(await inbox(eve))).not.toContain(id);
    expect(await unread(eve)).toBe(before - 1);
    for (const name of [
      'DELETE /api/messages/:id',
      'PUT /api/messages/:id/read',
      'GET /api/messages/:id/thread',
    ] as const) {
      expect((await on(eve, name, id)).status).toBe(404);
    }
    expect(idsOf(await sent(mia))).toContain(id);
    expect((await thread(mia, id)).status).toBe(200);
    expect((await on(mia, 'DELETE /api/messages/:id', id)).status).toBe(204);
    expect(idsOf(await sent(mia))).not.toContain(id);
    expect((await audited(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['sent', mia.id],
      ['deleted', eve.id],
      ['deleted', mia.id],
    ]);
    await expectTrueCounts();
  });

  test('leaves the rest of the conversation', async () => {
    const first = await aMessage(api, { from: mia, to: eve });
    const second = await aMessage(api, { from: eve, to: mia }, { parentMessageId: first.id });
    await on(eve, 'DELETE /api/messages/:id', first.id);
    expect(idsOf((await thread(eve, second.id)).body)).toEqual([second.id]);
    expect(idsOf((await thread(mia, second.id)).body)).toEqual([second.id, first.id]);
  });

  test('is not for a third person', async () => {
    const { id } = await aMessage(api, { from: mia, to: eve });
    const before = await rowsOf(api, business.id);
    expect((await on(third, 'DELETE /api/messages/:id', id)).status).toBe(404);
    expect(await rowsOf(api, business.id)).toEqual(before);
  });
});

describe('open pages', () => {
  test('of the two parties alone hear of it, after the commit', async () => {
    const heard: [string, string[]][] = [];
    const stops = Object.entries({ mia, eve, third }).map(([name, { id }]) =>
      api.server.services.events.listen({
        businessId: business.id,
        userId: id,
        onChange: (topics) => heard.push([name, topics]),
        onEnd: () => undefined,
      }),
    );
    const { id } = await aMessage(api, { from: mia, to: eve });
    expect(heard.splice(0)).toEqual([
      ['eve', ['messages']],
      ['mia', ['sent-messages']],
    ]);
    await on(eve, 'PUT /api/messages/:id/read', id);
    expect(heard.splice(0)).toEqual([
      ['eve', ['messages']],
      ['mia', ['sent-messages']],
    ]);
    await on(eve, 'DELETE /api/messages/:id', id);
    expect(heard.splice(0)).toEqual([['eve', ['messages']]]);
    for (const stop of stops) stop();
  });
});

test('notices to managers are in no list of the person whose deed they are about', async () => {
  const before = await unread(mia);
  const client = await api.ok(mia.token, 'POST /api/clients', {
    body: { companyName: unique('HH'), contactName: 'Dorothy', signatureCode: '4711ab', status: 'active' },
  });
  await api.ok(mia.token, 'POST /api/clients/:id/assignments', {
    params: { id: client.id },
    body: { employeeId: eve.id, role: 'primary' },
  });
  for (let tries = 0; tries < 5; tries += 1) {
    await api.call(eve.token, 'POST /api/clients/:id/verify-code', {
      params: { id: client.id },
      body: { code: 'wrong!' },
    });
  }
  expect(await unread(mia)).toBe(before + 1);
  expect((await inbox(mia))[0]).toMatchObject({
    senderId: eve.id,
    subject: expect.stringContaining('Wrong'),
  });
  expect((await sent(eve))[0]?.subject).not.toContain('Wrong');
  await expectTrueCounts();
});
