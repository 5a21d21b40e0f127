/** The queue of e-mails: what is promised about mails that a mail server takes late, or never. */
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverDue, deleteFailedMails } from '#platform/server/outbox.ts';
import { startApi } from '#tests/support/helpers/api.ts';
import type { Api } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { waitForMails, startSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import type { FakeSmtpServer } from '#tests/support/fakes/smtpServer.ts';
import { buildMessageForm } from '#tests/support/factories/messages.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

interface Queued extends Record<string, unknown> {
  tries: number;
  last_error: string | null;
}
const queue = (api: Api) =>
  api.sql<Queued>(
    'select tries, last_error, next_try_at, abandoned_at from outgoing_mails order by business_id, id',
  );
const until = (api: Api, state: Partial<Queued>) =>
  vi.waitFor(async () => expect(await queue(api)).toMatchObject([state]), { timeout: 10_000, interval: 20 });

/** A user writes to a colleague with this address. */
async function aLetter(api: Api, email: string, names: object = {}) {
  const business = await createBusiness(api);
  const [from, to] = await Promise.all([
    createPerson(api, business, { form: { firstName: 'Mia', lastName: 'Lead', ...names } }),
    createPerson(api, business, { form: { email } }),
  ]);
  return api.call(from.token, 'POST /api/messages', { body: buildMessageForm(to.id) });
}

/** A log that keeps its lines. */
function listening() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) };
}

describe('with a mail server', () => {
  let catcher: FakeSmtpServer;
  let api: Api;
  beforeAll(async () => {
    catcher = await startSmtpServer();
    api = await startApi({ SMTP_URL: catcher.url, PUBLIC_URL: 'https://agency.example' });
  });
  afterAll(async () => {
    await api.stop();
    await catcher.stop();
  });
  beforeEach(async () => {
    await api.sql('delete from outgoing_mails');
    catcher.mails.length = 0;
    Object.assign(catcher, { refuseWith: null, refused: 0 });
    Object.assign(api.server.services.outbox.outcomes, { sent: 0, failed: 0, given_up: 0 });
  });

  test('the link of a forgotten password arrives, and is not in the answer [10.6.26]', async () => {
    const { admin } = await createBusiness(api);
    const email = `${admin.username}@example.com`;
    const { body } = await api.call(null, 'POST /api/auth/forgot-password', {
      body: { username: admin.username, email },
    });
    expect(Object.keys(body)).toEqual(['message']);
    await vi.waitFor(() => expect(catcher.mails).toHaveLength(1), { timeout: 10_000 });
    const [mail] = catcher.mails;
    expect(mail).toMatchObject({ subject: 'Reset your Quarterhour password', envelope: { to: [email] } });
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(`${link.origin}${link.pathname}`).toBe('https://agency.example/reset-password');
    const reset = { token: link.searchParams.get('token'), password: 'chosen by its owner' };
    expect((await api.call(null, 'POST /api/auth/reset-password', { body: reset })).status).toBe(204);
    await waitForMails(api);
    expect(await queue(api)).toEqual([]);
  });

  test('the claim of a business arrives, and its name makes no header', async () => {
    const email = `${uniqueName('owner')}@agency.example`;
    const name = 'Helping\r\nBcc: thief@example.com\r\n\r\nHands \u2028 & Söhne';
    const registered = await api.call(null, 'POST /api/auth/register-business', {
      body: { name, email, phone: '555 0100', address: '1 Main Street' },
    });
    expect(registered.status).toBe(201);
    await waitForMails(api);
    const [mail] = catcher.mails;
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

  test('neither does the name of a person', async () => {
    const names = { firstName: 'Mia\r\nBcc: thief@example.com', lastName: 'Lead\nX-Evil: 1' };
    expect((await aLetter(api, 'eve@example.com', names)).status).toBe(201);
    await waitForMails(api);
    const [mail, ...more] = catcher.mails;
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New message from Mia Bcc: thief@example.com Lead X-Evil: 1');
    expect(mail?.envelope.to).toEqual(['eve@example.com']);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('x-evil');
  });

  test('a mail that is refused for now is sent again, with the same id, until it is taken', async () => {
    catcher.refuseWith = 451;
    await aLetter(api, 'eve@example.com');
    await until(api, { tries: 1, last_error: 'EENVELOPE 451', abandoned_at: null });
    const { services } = api.server;
    const { log } = listening();
    // Not before its time.
    expect(await deliverDue(services, log, new Date())).toBe(0);
    expect(await deliverDue(services, log, later(1))).toBe(1);
    expect(await queue(api)).toMatchObject([{ tries: 2 }]);
    catcher.refuseWith = null;
    expect(await deliverDue(services, log, later(2))).toBe(0);
    expect(await deliverDue(services, log, later(4))).toBe(1);
    expect([await queue(api), catcher.refused]).toEqual([[], 2]);
    expect(catcher.mails.map(({ messageId }) => messageId)).toEqual([
      expect.stringMatching(/^<mail-\d+-\d+-\d+@localhost>$/),
    ]);
  });

  test('a mail fails for good after eight attempts: logged without an address, and counted', async () => {
    catcher.refuseWith = 451;
    await aLetter(api, 'eve@example.com');
    await until(api, { tries: 1, last_error: 'EENVELOPE 451' });
    // It would be of no use any more before the eighth try.
    await api.sql(`update outgoing_mails set expires_at = now() + interval '9 days'`);
    const { services } = api.server;
    const { lines, log } = listening();
    for (let hours = 7; hours <= 49; hours += 7) await deliverDue(services, log, later(hours * 60));
    expect(await queue(api)).toMatchObject([{ tries: 8, next_try_at: null, abandoned_at: expect.any(Date) }]);
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
    expect(await queue(api)).toHaveLength(1);
    await deleteFailedMails(services, later(33 * 24 * 60));
    expect(await queue(api)).toEqual([]);
  });

  test('an address that is refused for good is not tried again', async () => {
    catcher.refuseWith = 550;
    await aLetter(api, 'unknown@example.com');
    await until(api, { tries: 1, last_error: 'EENVELOPE 550', abandoned_at: expect.any(Date) });
  });

  test('what is of no use any more is not sent', async () => {
    catcher.refuseWith = 451;
    await aLetter(api, 'eve@example.com');
    await until(api, { tries: 1, last_error: 'EENVELOPE 451' });
    catcher.refuseWith = null;
    await deliverDue(api.server.services, listening().log, later(25 * 60));
    expect(await queue(api)).toMatchObject([{ last_error: 'expired', abandoned_at: expect.any(Date) }]);
    expect(catcher.mails).toEqual([]);
  });

  test('queued mails are unreadable in the database [T20]', async () => {
    catcher.refuseWith = 451;
    await aLetter(api, 'eve@example.com');
    await until(api, { tries: 1, last_error: 'EENVELOPE 451' });
    const rows = await api.sql<{ row: string; text: string }>(
      `select m::text as row, encode(sealed, 'escape') as text from outgoing_mails m`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/eve@example|Mia|agency\.example/);
  });
});

/** Each starts a server of its own. */
const PATIENT = { timeout: 60_000 };

test(
  'a mail server that never responds delays no request, and mails are sent once another is there',
  PATIENT,
  async () => {
    const sockets: Socket[] = [];
    const hole = createServer((socket) => void sockets.push(socket));
    hole.listen(0, '127.0.0.1');
    await once(hole, 'listening');
    const { port } = hole.address() as AddressInfo;
    const api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await aLetter(api, 'eve@example.com')).status).toBe(201);
    await vi.waitFor(() => expect(sockets).toHaveLength(1), { timeout: 10_000 });
    // The answer is there while the mail server is still being waited for.
    expect(await queue(api)).toMatchObject([{ tries: 1, last_error: null, abandoned_at: null }]);
    for (const socket of sockets) socket.destroy();
    hole.close();
    await until(api, { tries: 1, last_error: expect.stringMatching(/^E/) });
    const catcher = await startSmtpServer(port);
    await deliverDue(api.server.services, listening().log, later(1));
    expect(catcher.mails.map(({ envelope }) => envelope.to)).toEqual([['eve@example.com']]);
    await api.stop();
    await catcher.stop();
  },
);

test(
  'without a mail server mails lie in the data directory, and a name makes no header there either [10.6.27]',
  PATIENT,
  async () => {
    const api = await startApi();
    await aLetter(api, 'eve@example.com', { firstName: 'Mia\r\nBcc: thief@example.com' });
    await waitForMails(api);
    const folder = join(api.database.settings.DATA_DIR, 'mail');
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    // A mail may hold a link that opens an account.
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
