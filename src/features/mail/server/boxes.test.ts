import { describe, expect, test } from 'vitest';
import type { Account } from '#tests/support/factories/businesses.ts';
import { createMailboxes } from '#tests/support/factories/mailboxes.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type EndpointName } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi();
const mail = setUpOnce(() => createMailboxes(api));

const on = <N extends EndpointName>(who: Account, name: N, id: number) =>
  api.call(who.token, name, { params: { id } });
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('PUT /api/messages/:id/read', () => {
  test('marks a message once, for its recipient [4.message.1 7.mail.2 S-7]', async () => {
    const { id } = await sendMessage(api, { from: mail.mia, to: mail.eve });
    const before = await mail.unread(mail.eve);
    expect((await mail.thread(mail.eve, id)).body[0]?.can.read).toBe(true);
    const answer = await on(mail.eve, 'PUT /api/messages/:id/read', id);
    expect(answer).toMatchObject({ status: 200, body: { id, isRead: true, can: { read: false } } });
    expect(await on(mail.eve, 'PUT /api/messages/:id/read', id)).toMatchObject({
      status: 200,
      body: answer.body,
    });
    expect(await mail.unread(mail.eve)).toBe(before - 1);
    expect((await mail.sent(mail.mia)).find((one) => one.id === id)?.readAt).toBe(answer.body.readAt);
    expect((await mail.audited(id)).map(({ action }) => action)).toEqual(['sent', 'read']);
    await mail.expectTrueCounts();
  });

  test('answers 403 to the sender and 404 to a third user [10.6.12]', async () => {
    const { id } = await sendMessage(api, { from: mail.mia, to: mail.eve });
    expect(await on(mail.mia, 'PUT /api/messages/:id/read', id)).toMatchObject({
      status: 403,
      error: { message: 'Only its recipient can mark a message as read.' },
    });
    for (const name of ['PUT /api/messages/:id/read', 'GET /api/messages/:id/thread'] as const) {
      expect(await on(mail.third, name, id)).toMatchObject({
        status: 404,
        error: { message: 'This message does not exist.' },
      });
    }
    expect((await mail.thread(mail.eve, id)).body[0]?.isRead).toBe(false);
  });

  test('the inbox is paged, newest first [10.1.11]', async () => {
    const reader = await createPerson(api, mail.business);
    const made = [];
    for (let count = 0; count < 5; count += 1)
      made.push(await sendMessage(api, { from: mail.mia, to: reader }));
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

describe('DELETE /api/messages/:id', () => {
  test('hides a message only for the user who deletes it [7.mail.5 10.6.11 S-7]', async () => {
    const { id } = await sendMessage(api, { from: mail.mia, to: mail.eve });
    const before = await mail.unread(mail.eve);
    expect((await on(mail.eve, 'DELETE /api/messages/:id', id)).status).toBe(204);
    expect(idsOf(await mail.inbox(mail.eve))).not.toContain(id);
    expect(await mail.unread(mail.eve)).toBe(before - 1);
    for (const name of [
      'DELETE /api/messages/:id',
      'PUT /api/messages/:id/read',
      'GET /api/messages/:id/thread',
    ] as const) {
      expect((await on(mail.eve, name, id)).status).toBe(404);
    }
    expect(idsOf(await mail.sent(mail.mia))).toContain(id);
    expect((await mail.thread(mail.mia, id)).status).toBe(200);
    expect((await on(mail.mia, 'DELETE /api/messages/:id', id)).status).toBe(204);
    expect(idsOf(await mail.sent(mail.mia))).not.toContain(id);
    expect((await mail.audited(id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['sent', mail.mia.id],
      ['deleted', mail.eve.id],
      ['deleted', mail.mia.id],
    ]);
    await mail.expectTrueCounts();
  });

  test('keeps the rest of the conversation', async () => {
    const first = await sendMessage(api, { from: mail.mia, to: mail.eve });
    const second = await sendMessage(api, { from: mail.eve, to: mail.mia }, { parentMessageId: first.id });
    await on(mail.eve, 'DELETE /api/messages/:id', first.id);
    expect(idsOf((await mail.thread(mail.eve, second.id)).body)).toEqual([second.id]);
    expect(idsOf((await mail.thread(mail.mia, second.id)).body)).toEqual([second.id, first.id]);
  });

  test('answers 404 to a third user [S-7]', async () => {
    const { id } = await sendMessage(api, { from: mail.mia, to: mail.eve });
    const before = await checksumRows(api, mail.business.id);
    expect((await on(mail.third, 'DELETE /api/messages/:id', id)).status).toBe(404);
    expect(await checksumRows(api, mail.business.id)).toEqual(before);
  });
});

describe('Open pages', () => {
  test('of sender and recipient, and no others, are notified after the commit [D-10]', async () => {
    const received: [string, string[]][] = [];
    const { mia, eve, third } = mail;
    const stops = Object.entries({ mia, eve, third }).map(([name, { id }]) =>
      api.server.services.events.subscribe({
        businessId: mail.business.id,
        userId: id,
        onChange: (topics) => received.push([name, topics]),
        onEnd: () => undefined,
      }),
    );
    const { id } = await sendMessage(api, { from: mail.mia, to: mail.eve });
    // The pages of the user who made the change receive all of its events.
    expect(received.splice(0)).toEqual([
      ['mia', ['messages']],
      ['eve', ['messages']],
      ['mia', ['sent-messages']],
    ]);
    await on(mail.eve, 'PUT /api/messages/:id/read', id);
    expect(received.splice(0)).toEqual([
      ['eve', ['messages']],
      ['mia', ['sent-messages']],
      ['eve', ['sent-messages']],
    ]);
    await on(mail.eve, 'DELETE /api/messages/:id', id);
    expect(received.splice(0)).toEqual([['eve', ['messages']]]);
    for (const stop of stops) stop();
  });
});
