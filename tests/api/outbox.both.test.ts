/** The outbox: mails that a mail server accepts late or never. */

import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverDue, deleteFailedMails } from '#platform/server/outbox.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { waitForMails, startSmtpServer, type FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { startApi, type Api } from '#tests/support/helpers/api.ts';
import { refuseWrites } from '#tests/support/helpers/refuseWrites.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

interface Queued extends Record<string, unknown> {
  tries: number;
  last_error: string | null;
}
const readQueue = (api: Api) =>
  api.sql<Queued>(
    'select tries, last_error, next_try_at, abandoned_at from outgoing_mails order by business_id, id',
  );
const waitForQueued = (api: Api, state: Partial<Queued>) =>
  vi.waitFor(async () => expect(await readQueue(api)).toMatchObject([state]), {
    timeout: 10_000,
    interval: 20,
  });

/** Sends a message to a colleague with this address. */
async function sendLetter(api: Api, email: string, names: object = {}) {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([
    createPerson(api, business, { form: { firstName: 'Mia', lastName: 'Lead', ...names } }),
    createPerson(api, business, { form: { email } }),
  ]);
  return api.call(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) });
}

/** A log that collects its lines. */
function createLog() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) };
}

describe('with a mail server', () => {
  let mailServer: FakeSmtpServer;
  let api: Api;
  beforeAll(async () => {
    mailServer = await startSmtpServer();
    api = await startApi({ SMTP_URL: mailServer.url, PUBLIC_URL: 'https://agency.example' });
  });
  afterAll(async () => {
    await api.stop();
    await mailServer.stop();
  });
  beforeEach(async () => {
    await api.sql('delete from outgoing_mails');
    mailServer.mails.length = 0;
    Object.assign(mailServer, { refuseWith: null, refused: 0 });
    Object.assign(api.server.services.outbox.outcomes, { sent: 0, failed: 0, given_up: 0 });
  });

  test('the link of a forgotten password arrives, and is not in the answer [10.6.26]', async () => {
    const { admin } = await createBusiness(api);
    const email = `${admin.username}@example.com`;
    const { body } = await api.call(null, 'POST /api/auth/forgot-password', {
      body: { username: admin.username, email },
    });
    expect(Object.keys(body)).toEqual(['message']);
    await vi.waitFor(() => expect(mailServer.mails).toHaveLength(1), { timeout: 10_000 });
    const [mail] = mailServer.mails;
    expect(mail).toMatchObject({ subject: 'Reset your Quarterhour password', envelope: { to: [email] } });
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('https://agency.example/reset-password');
    const reset = { token: link.searchParams.get('token'), password: 'chosen by its owner' };
    expect((await api.call(null, 'POST /api/auth/reset-password', { body: reset })).status).toBe(204);
    await waitForMails(api);
    expect(await readQueue(api)).toEqual([]);
  });

  test('the claim link of a business arrives, and its name adds no header', async () => {
    const email = `${uniqueName('owner')}@agency.example`;
    const name = 'Helping\r\nBcc: thief@example.com\r\n\r\nHands \u2028 & Söhne';
    const registered = await api.call(null, 'POST /api/auth/register-business', {
      body: { name, email, phone: '555 0100', address: '1 Main Street' },
    });
    expect(registered.status).toBe(201);
    await waitForMails(api);
    const [mail] = mailServer.mails;
    expect(mail?.subject).toBe('Finish registering Helping Bcc: thief@example.com Hands & Söhne');
    expect([mail?.envelope.to, mail?.bcc, mail?.cc]).toEqual([[email], undefined, undefined]);
    expect(mail?.headers.map(({ key }) => key).toSorted()).toEqual(
      ['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id']
        .concat(['mime-version', 'subject', 'to'])
        .toSorted(),
    );
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(link.searchParams.get('businessId')).toBe(String(registered.body.business.id));
  });

  test('the name of a person adds no header', async () => {
    const names = { firstName: 'Mia\r\nBcc: thief@example.com', lastName: 'Lead\nX-Evil: 1' };
    expect((await sendLetter(api, 'eve@example.com', names)).status).toBe(201);
    await waitForMails(api);
    const [mail, ...more] = mailServer.mails;
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New message from Mia Bcc: thief@example.com Lead X-Evil: 1');
    expect(mail?.envelope.to).toEqual(['eve@example.com']);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('x-evil');
  });

  test('a mail that gets a 451 is sent again with the same id until it is accepted', async () => {
    mailServer.refuseWith = 451;
    await sendLetter(api, 'eve@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 451', abandoned_at: null });
    const { services } = api.server;
    const { log } = createLog();
    // It is not due yet.
    expect(await deliverDue(services, log, new Date())).toBe(0);
    expect(await deliverDue(services, log, later(1))).toBe(1);
    expect(await readQueue(api)).toMatchObject([{ tries: 2 }]);
    mailServer.refuseWith = null;
    expect(await deliverDue(services, log, later(2))).toBe(0);
    expect(await deliverDue(services, log, later(4))).toBe(1);
    expect([await readQueue(api), mailServer.refused]).toEqual([[], 2]);
    expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([
      expect.stringMatching(/^<mail-\d+-\d+-\d+@localhost>$/),
    ]);
  });

  test('a mail fails after eight attempts, which are logged without an address and counted', async () => {
    mailServer.refuseWith = 451;
    await sendLetter(api, 'eve@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 451' });
    // It would expire before the eighth attempt.
    await api.sql(`update outgoing_mails set expires_at = now() + interval '9 days'`);
    const { services } = api.server;
    const { lines, log } = createLog();
    for (let hours = 7; hours <= 49; hours += 7) await deliverDue(services, log, later(hours * 60));
    expect(await readQueue(api)).toMatchObject([
      { tries: 8, next_try_at: null, abandoned_at: expect.any(Date) },
    ]);
    expect(await deliverDue(services, log, later(100 * 60))).toBe(0);
    const last = JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ msg: 'a mail was not delivered', kind: 'message', reason: 'EENVELOPE 451' });
    expect(lines.join('')).not.toMatch(/eve@example|Mia|Lead/);
    const metrics = String((await api.send(null, { method: 'GET', url: '/metrics' })).body);
    expect(metrics).toContain('mail_tries_total{outcome="failed"} 7\n');
    expect(metrics).toContain('mail_tries_total{outcome="given_up"} 1\n');
    expect(metrics).toContain('outgoing_mails{state="given_up"} 1\n');
    expect(metrics).toContain('outgoing_mails{state="waiting"} 0\n');
    await deleteFailedMails(services, later(29 * 24 * 60));
    expect(await readQueue(api)).toHaveLength(1);
    await deleteFailedMails(services, later(33 * 24 * 60));
    expect(await readQueue(api)).toEqual([]);
  });

  test('a mail that gets a 550 is not sent again', async () => {
    mailServer.refuseWith = 550;
    await sendLetter(api, 'unknown@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 550', abandoned_at: expect.any(Date) });
  });

  test('mails of a business whose writes fail are skipped, so that those of others are sent', async () => {
    mailServer.refuseWith = 451;
    await sendLetter(api, 'first@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 451' });
    const [first] = await api.sql<{ id: number }>('select business_id as id from outgoing_mails');
    // More than a batch, due before the other one.
    await api.sql(
      `insert into outgoing_mails (business_id, id, cause, sealed, next_try_at, expires_at, created_at)
       select business_id, id + n, cause || n, sealed, next_try_at - interval '10 seconds', expires_at, created_at
       from outgoing_mails, generate_series(1, 20) n`,
    );
    await sendLetter(api, 'second@example.com');
    const listFailed = () => api.sql(`select from outgoing_mails where last_error = 'EENVELOPE 451'`);
    await vi.waitFor(async () => expect(await listFailed()).toHaveLength(2), { timeout: 10_000 });
    mailServer.refuseWith = null;
    await refuseWrites(api, 'update', { table: 'outgoing_mails', businessId: first?.id ?? 0 });
    const { services } = api.server;
    const { lines, log } = createLog();
    expect(await deliverDue(services, log, later(1))).toBe(1);
    expect(mailServer.mails.map(({ envelope }) => envelope.to)).toEqual([['second@example.com']]);
    expect(lines.join('')).toContain('some due rows could not be claimed');
    await expect(deliverDue(services, log, later(1))).rejects.toThrow();
    expect(await readQueue(api)).toHaveLength(21);
  });

  test('an expired mail is not sent', async () => {
    mailServer.refuseWith = 451;
    await sendLetter(api, 'eve@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 451' });
    mailServer.refuseWith = null;
    await deliverDue(api.server.services, createLog().log, later(25 * 60));
    expect(await readQueue(api)).toMatchObject([{ last_error: 'expired', abandoned_at: expect.any(Date) }]);
    expect(mailServer.mails).toEqual([]);
  });

  test('queued mails are unreadable in the database [T20]', async () => {
    mailServer.refuseWith = 451;
    await sendLetter(api, 'eve@example.com');
    await waitForQueued(api, { tries: 1, last_error: 'EENVELOPE 451' });
    const rows = await api.sql<{ row: string; text: string }>(
      `select m::text as row, encode(sealed, 'escape') as text from outgoing_mails m`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/eve@example|Mia|agency\.example/);
  });
});

test(
  'a mail server that never responds delays no request, and mails are sent once another one runs',
  { timeout: 60_000 },
  async () => {
    const sockets: Socket[] = [];
    const silentServer = createServer((socket) => void sockets.push(socket));
    silentServer.listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const { port } = silentServer.address() as AddressInfo;
    const api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await sendLetter(api, 'eve@example.com')).status).toBe(201);
    await vi.waitFor(() => expect(sockets).toHaveLength(1), { timeout: 10_000 });
    // The request was answered before the mail server responded.
    expect(await readQueue(api)).toMatchObject([{ tries: 1, last_error: null, abandoned_at: null }]);
    for (const socket of sockets) socket.destroy();
    silentServer.close();
    await waitForQueued(api, { tries: 1, last_error: expect.stringMatching(/^E/) });
    const mailServer = await startSmtpServer(port);
    await deliverDue(api.server.services, createLog().log, later(1));
    expect(mailServer.mails.map(({ envelope }) => envelope.to)).toEqual([['eve@example.com']]);
    await api.stop();
    await mailServer.stop();
  },
);

test(
  'without a mail server mails are written to the data directory, and a name adds no header [10.6.27]',
  { timeout: 60_000 },
  async () => {
    const api = await startApi();
    await sendLetter(api, 'eve@example.com', { firstName: 'Mia\r\nBcc: thief@example.com' });
    await waitForMails(api);
    const folder = join(api.database.settings.DATA_DIR, 'mail');
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    // A mail may contain a link that gives access to an account.
    for (const path of [folder, join(folder, files[0] ?? '')]) {
      expect((await stat(path)).mode & 0o077).toBe(0);
    }
    const [head = '', ...text] = (await readFile(join(folder, files[0] ?? ''), 'utf8')).split('\n\n');
    expect(head.split('\n')).toEqual([
      'From: Quarterhour <no-reply@localhost>',
      'To: eve@example.com',
      'Subject: New message from Mia Bcc: thief@example.com Lead',
    ]);
    expect(text.join('\n\n')).toMatch(/http:\/\/localhost:\d+\/mail\?message=\d+/);
    await api.stop();
  },
);
