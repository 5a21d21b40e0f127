/** The token of a receipt: where it is, where it is not, and how guesses are limited. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { backdateAssignments } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { buildReceiptToken, createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { startSmtpServer, waitForMails } from '#tests/support/fakes/smtpServer.ts';
import { startApi, useApi, type Api } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';

const api = useApi();
const GUESSES = process.env['TESTS'] === 'all' ? 10_000 : 100;
const open = (from: Api, token: string, address = '127.0.0.1') =>
  from.call(null, 'GET /api/receipts/:token', { params: { token }, from: address });

const report = (token: string, address: string) =>
  api.call(null, 'POST /api/receipts/:token/dispute', {
    params: { token },
    body: { reason: 'not_here' },
    from: address,
  });
const createReceipt = async () => {
  const business = await createBusiness(api, { plan: 'professional' });
  const { author, client } = await createAssignedClient(api, business);
  return createNoteWithReceipt(api, author, { clientId: client.id });
};

test('a token is in no log, metric or row, except encrypted in an outbox and an idempotent answer [13.receipt.3 T24]', async () => {
  const secrets: string[] = [];
  let stored = '';
  let metrics = '';
  const log = await captureLog(async () => {
    const own = await startApi({ LOG_LEVEL: 'trace', RATE_LIMITS: 'off' });
    try {
      const business = await createBusiness(own, { plan: 'professional' });
      const { author, client } = await createAssignedClient(own, business, { receiptsByEmail: true });
      const { id, token } = await createNoteWithReceipt(own, author, { clientId: client.id });
      expect((await open(own, token)).status).toBe(200);
      expect((await own.send(null, { method: 'GET', url: `/r/${token}` })).status).toBe(404);
      const headers = { 'idempotency-key': 'a-receipt' };
      const renewed = { params: { id }, headers };
      const { url } = await own.ok(business.admin.token, 'POST /api/notes/:id/receipt', renewed);
      const again = await own.call(business.admin.token, 'POST /api/notes/:id/receipt', renewed);
      expectError(again, 409, 'secret_not_stored');
      secrets.push(token, url.split('/').at(-1) ?? '');
      const tables = await own.sql<{ name: string }>(
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p')`,
      );
      for (const { name } of tables)
        stored += JSON.stringify(await own.sql(`select to_jsonb(one)::text from "${name}" one`));
      metrics = String((await own.send(null, { method: 'GET', url: '/metrics' })).body);
    } finally {
      await own.stop();
    }
  });
  expect(log).toContain('"route":"/api/receipts/:token"');
  expect(metrics).toContain('route="/api/receipts/:token"');
  for (const secret of secrets) {
    expect(secret).toHaveLength(43);
    for (const text of [log, stored, metrics]) expect(text).not.toContain(secret);
  }
});

test('the link is emailed in the language of a client who wants it, without details of the visit [13.receipt.4,12]', async () => {
  const catcher = await startSmtpServer();
  const own = await startApi({
    SMTP_URL: catcher.url,
    PUBLIC_URL: 'https://agency.example',
    RATE_LIMITS: 'off',
  });
  try {
    const business = await createBusiness(own, { plan: 'professional' });
    const english = /^Your visit receipt from/;
    const spanish = /^Comprobante de su visita con/;
    // The language that is chosen while signing counts from this visit on.
    const visits = [
      { language: 'en', chosen: undefined, subject: english },
      { language: 'es', chosen: undefined, subject: spanish },
      { language: 'en', chosen: 'es', subject: spanish },
    ];
    for (const [index, { language, chosen, subject }] of visits.entries()) {
      const email = `client${index}@example.com`;
      const wish = { language, email, receiptsByEmail: true };
      const { author, client } = await createAssignedClient(own, business, wish);
      const { token } = await createNoteWithReceipt(own, author, { clientId: client.id, language: chosen });
      await waitForMails(own);
      const [mail, ...more] = catcher.mails.filter(({ envelope }) => envelope.to.includes(email));
      expect(more).toEqual([]);
      expect(mail?.subject).toMatch(subject);
      expect(mail?.text).toContain(`https://agency.example/r/${token}\n`);
      expect(mail?.text).not.toMatch(/Eve|budget|09:00/);
    }
    const sent = catcher.mails.length;
    for (const wish of [{ receiptsByEmail: false }, { email: null, receiptsByEmail: true }]) {
      const { author, client } = await createAssignedClient(own, business, wish);
      await createNoteWithReceipt(own, author, { clientId: client.id });
    }
    await waitForMails(own);
    expect(catcher.mails).toHaveLength(sent);
  } finally {
    await own.stop();
    await catcher.stop();
  }
});

test('the link of a note that was written offline is emailed once, however often the note arrives, also when it is sent back [13.receipt.16]', async () => {
  const catcher = await startSmtpServer();
  const own = await startApi({ SMTP_URL: catcher.url, RATE_LIMITS: 'off' });
  try {
    const business = await createBusiness(own, { plan: 'professional' });
    for (const { code, state } of [
      { code: '4711ab', state: 'pending' },
      { code: 'wrong1', state: 'in-progress' },
    ]) {
      const email = `${state}@example.com`;
      const wish = { email, receiptsByEmail: true };
      const { author, client } = await createAssignedClient(own, business, wish);
      await backdateAssignments(own, business, { since: '2026-01-05', clientId: client.id });
      const offline = await buildOfflineFields(own, { clientId: client.id, code });
      const receiptToken = buildReceiptToken();
      const body = buildNoteForm(client.id, { ...offline, receiptToken });
      const statuses: number[] = [];
      for (let arrival = 1; arrival <= 3; arrival += 1) {
        const answer = await own.call(author.token, 'POST /api/notes', { body });
        expect(answer.body.status).toBe(state);
        statuses.push(answer.status);
        await waitForMails(own);
      }
      expect(statuses).toEqual([201, 200, 200]);
      const mails = catcher.mails.filter(({ envelope }) => envelope.to.includes(email));
      expect(mails.map(({ text }) => text?.includes(`/r/${receiptToken}\n`))).toEqual([true]);
    }
  } finally {
    await own.stop();
    await catcher.stop();
  }
});

test(`of ${GUESSES} guesses from one address, 30 are looked up in 15 minutes, and none is right [13.receipt.9,11 T23]`, async () => {
  const { token } = await createReceipt();
  const statuses = new Map<number, number>();
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const { status } = await open(api, buildReceiptToken(), '10.9.0.1');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 30, 429: GUESSES - 30 });
  const refused = await open(api, buildReceiptToken(), '10.9.0.1');
  expectError(refused, 429, 'too_many');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expectError(await report(buildReceiptToken(), '10.9.0.1'), 429, 'too_many');
  // Other clients may share the address of the one who guesses.
  expect((await open(api, token, '10.9.0.1')).status).toBe(200);
  expect((await report(token, '10.9.0.1')).status).toBe(201);
});

test('64 valid links open at the same time from one address, and use up no guess [13.receipt.9]', async () => {
  const { token } = await createReceipt();
  const reads = Array.from({ length: 64 }, () => open(api, token, '10.9.0.2'));
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 200));
  for (let guess = 0; guess < 30; guess += 1)
    expectError(await open(api, buildReceiptToken(), '10.9.0.2'), 404, 'not_found');
  expectError(await open(api, buildReceiptToken(), '10.9.0.2'), 429, 'too_many');
});
