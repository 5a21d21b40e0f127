/** Emails about messages and reviews, caught by a real mail server. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLog } from '#platform/server/log.ts';
import { deliverDue } from '#platform/server/outbox.ts';
import { createBusiness, type Account, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { sendMessage } from '#tests/support/factories/messages.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { waitForMails, startSmtpServer, type FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';

let catcher: FakeSmtpServer;
let api: Api;
let business: TestBusiness;
let manager: Account;
beforeAll(async () => {
  catcher = await startSmtpServer();
  api = await startApi({ SMTP_URL: catcher.url, PUBLIC_URL: 'https://agency.example', RATE_LIMITS: 'off' });
  business = await createBusiness(api, { plan: 'professional' });
  const form = { firstName: 'Mia', lastName: 'Lead', email: 'mia@example.com' };
  manager = await createPerson(api, business, { role: 'manager', form });
});
afterAll(async () => {
  await api.stop();
  await catcher.stop();
});

let eve: Account & { email: string };
beforeEach(async () => {
  const email = `${uniqueName('eve')}@example.com`;
  eve = { ...(await createPerson(api, business, { form: { email } })), email };
});

/** The emails to an address, once the outbox is empty. */
async function mailsTo(address: string) {
  await waitForMails(api);
  return catcher.mails.filter(({ envelope }) => envelope.to.includes(address));
}
const choose = (body: object, token = eve.token) => api.ok(token, 'PUT /api/profile', { body });

describe('The email about a message', () => {
  test('names the sender and links the message, without its content', async () => {
    const secrets = { subject: 'About Cleo Client', content: 'She was taken to hospital.' };
    const { id } = await sendMessage(api, { from: manager, to: eve }, secrets);
    const [mail, ...more] = await mailsTo(eve.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'New message from Mia Lead',
      from: { name: 'Quarterhour', address: 'no-reply@localhost' },
      to: [{ address: eve.email }],
      envelope: { to: [eve.email] },
    });
    expect(mail?.text).toContain(`https://agency.example/mail?message=${id}\n`);
    expect(mail?.text).toContain('Mia Lead wrote you a message');
    expect(JSON.stringify(mail)).not.toMatch(/Cleo|hospital/);
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test('is sent once for one idempotency key', async () => {
    const body = { recipientId: eve.id, subject: 'Once', content: 'Once' };
    const headers = { 'idempotency-key': uniqueName('key') };
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.call(manager.token, 'POST /api/messages', { body, headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await mailsTo(eve.email)).toHaveLength(1);
  });

  test('is withdrawn from the queue when its recipient is deactivated [S-9]', async () => {
    const adam = {
      ...(await createPerson(api, business, { form: { email: `${uniqueName('adam')}@example.com` } })),
    };
    catcher.refuseWith = 451;
    await sendMessage(api, { from: manager, to: eve });
    await sendMessage(api, { from: manager, to: adam });
    const waiting = () => api.sql('select tries from outgoing_mails where last_error is not null');
    await expect.poll(waiting).toHaveLength(2);
    await api.ok(manager.token, 'PUT /api/users/:id/profile', {
      params: { id: eve.id },
      body: { status: 'inactive' },
    });
    expect(await waiting()).toHaveLength(1);
    catcher.refuseWith = null;
    await deliverDue(api.server.services, openLog('silent'), new Date(Date.now() + 60_000));
    expect(await mailsTo(eve.email)).toEqual([]);
    expect(catcher.mails.at(-1)?.subject).toBe('New message from Mia Lead');
  });

  test('is not sent for a message that is rejected', async () => {
    const body = { recipientId: eve.id, subject: 'Answer', content: 'To nothing', parentMessageId: 999_999 };
    expect((await api.call(manager.token, 'POST /api/messages', { body })).status).toBe(404);
    expect(await mailsTo(eve.email)).toEqual([]);
  });

  test('is sent to people on leave, and not to people without an address', async () => {
    const params = { id: eve.id };
    await api.ok(manager.token, 'PUT /api/users/:id/profile', { params, body: { status: 'on_leave' } });
    await sendMessage(api, { from: manager, to: eve });
    expect(await mailsTo(eve.email)).toHaveLength(1);
    await choose({ email: '' });
    await sendMessage(api, { from: manager, to: eve });
    expect(await mailsTo(eve.email)).toHaveLength(1);
  });

  test('names no user when it goes to all managers', async () => {
    const { author, client } = await createAssignedClient(api, business, {
      totalTimeUnits: 1,
      companyName: 'Overused',
    });
    const before = (await mailsTo('mia@example.com')).length;
    await createSignedNote(api, author, { clientId: client.id });
    const mails = (await mailsTo('mia@example.com')).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['New message for managers']);
    for (const { text } of mails) expect(text).toMatch(/https:\/\/agency\.example\/mail\?message=\d+\n/);
    expect(JSON.stringify(mails)).not.toMatch(/Overused|Eve/);
  });
});

describe('The email about a review', () => {
  const reviewed = async (body: Record<string, unknown>) => {
    const { client } = await createAssignedClient(api, business, { companyName: 'Miller House' });
    await api.ok(business.admin.token, 'POST /api/client-assignments', {
      body: { clientId: client.id, employeeId: eve.id },
    });
    const { id } = await createSignedNote(api, eve, { clientId: client.id });
    await api.ok(manager.token, 'PATCH /api/notes/:id/review', { params: { id }, body });
    return mailsTo(eve.email);
  };

  test.each([
    ['approved', { action: 'approve' }, 'Your note was approved', 'Mia Lead approved one of your notes'],
    [
      'denied',
      { action: 'deny', reason: 'A canary' },
      'Your note was denied',
      'Mia Lead denied one of your notes',
    ],
    [
      'sent back',
      { action: 'return', comment: 'A canary' },
      'Your note was sent back',
      'Mia Lead sent one of your notes',
    ],
  ])('names only the outcome of a note that was %s', async (_, body, subject, text) => {
    const [mail, ...more] = await reviewed(body);
    // Its message in the inbox sends no second email.
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(text);
    const [letter] = await api.ok(eve.token, 'GET /api/messages/inbox');
    expect(mail?.text).toContain(`https://agency.example/mail?message=${letter?.id}\n`);
    expect(JSON.stringify(mail)).not.toMatch(/Miller|canary|budget/);
  });

  test('names no user for a note that was sent back when it arrived [13.capture.22]', async () => {
    const { client } = await createAssignedClient(api, business, { contactName: 'Cleo Canary' });
    await api.ok(business.admin.token, 'POST /api/client-assignments', {
      body: { clientId: client.id, employeeId: eve.id },
    });
    const arrive = async () => {
      const offline = await buildOfflineFields(api, { clientId: client.id, code: 'wrong1' });
      await createSignedNote(api, eve, { clientId: client.id, ...offline });
      return mailsTo(eve.email);
    };
    await choose({ emailOnMessage: false });
    const [mail, ...more] = await arrive();
    expect([mail?.subject, more]).toEqual(['Your note was sent back', []]);
    expect(mail?.text).toMatch(/^One of your notes was sent back to be changed and signed again\./);
    expect(JSON.stringify(mail)).not.toMatch(/Canary|code/);
    await choose({ emailOnReview: false });
    expect(await arrive()).toHaveLength(1);
  });

  test('is not sent for a note put on hold', async () => {
    expect(await reviewed({ action: 'hold' })).toEqual([]);
  });

  test('is not sent to an inactive author', async () => {
    const { client } = await createAssignedClient(api, business);
    await api.ok(business.admin.token, 'POST /api/client-assignments', {
      body: { clientId: client.id, employeeId: eve.id },
    });
    const { id } = await createSignedNote(api, eve, { clientId: client.id });
    await api.ok(manager.token, 'PUT /api/users/:id/profile', {
      params: { id: eve.id },
      body: { status: 'inactive' },
    });
    await api.ok(manager.token, 'PATCH /api/notes/:id/review', {
      params: { id },
      body: { action: 'approve' },
    });
    expect(await mailsTo(eve.email)).toEqual([]);
  });

  test('is turned off separately from the one about messages, by its recipient only', async () => {
    expect(await api.ok(eve.token, 'GET /api/profile')).toMatchObject({
      emailOnReview: true,
      emailOnMessage: true,
    });
    await choose({ emailOnReview: false });
    expect(await reviewed({ action: 'approve' })).toEqual([]);
    await sendMessage(api, { from: manager, to: eve });
    expect(await mailsTo(eve.email)).toHaveLength(1);

    await choose({ emailOnReview: true, emailOnMessage: false });
    await sendMessage(api, { from: manager, to: eve });
    expect(await mailsTo(eve.email)).toHaveLength(1);
    expect(await reviewed({ action: 'approve' })).toHaveLength(2);

    const forced = { params: { id: eve.id }, body: { bio: 'x', emailOnMessage: true, emailOnReview: false } };
    await api.ok(business.admin.token, 'PUT /api/users/:id/profile', forced);
    expect(await api.ok(eve.token, 'GET /api/profile')).toMatchObject({
      bio: 'x',
      emailOnReview: true,
      emailOnMessage: false,
    });
    const wrong = await api.call(eve.token, 'PUT /api/profile', { body: { emailOnMessage: 'no' } });
    expect(wrong.error?.issues?.[0]).toMatchObject({ path: 'emailOnMessage' });
  });
});
