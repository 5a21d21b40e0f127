import { describe, expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import {
  buildReceiptToken,
  createNoteWithReceipt,
  toReceiptToken,
} from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

const create = (fields: Record<string, unknown> = {}) =>
  createNoteWithReceipt(api, visit.author, { clientId: visit.clientId, ...fields });
const open = (token: string) => api.call(null, 'GET /api/receipts/:token', { params: { token } });
const renew = (id: number) => api.ok(visit.manager.token, 'POST /api/notes/:id/receipt', { params: { id } });
const revoke = (id: number) =>
  api.call(visit.manager.token, 'DELETE /api/notes/:id/receipt', { params: { id } });
const receiptOf = async (id: number, { token } = visit.manager) =>
  (await api.ok(token, 'GET /api/notes/:id', { params: { id } })).receipt;

describe('POST /api/notes with a receiptToken', () => {
  test('shows its author the link once, and managers until when it works [13.receipt.1]', async () => {
    const { id, token, note } = await create();
    expect(note.receipt).toEqual({
      url: expect.stringMatching(new RegExp(`/r/${token}$`)),
      expiresAt: new Date(Date.parse(note.createdAt) + 90 * 24 * 60 * 60 * 1000).toISOString(),
      revokedAt: null,
    });
    expect(await receiptOf(id)).toEqual({ ...note.receipt, url: null });
    expect(await receiptOf(id, visit.author)).toBeNull();
    const without = await createSignedNote(api, visit.author, { clientId: visit.clientId });
    expect([without.receipt, await receiptOf(without.id)]).toEqual([null, null]);
    expect((await visit.review(id, { action: 'hold' })).body.receipt).toEqual(await receiptOf(id));
  });

  test.each([
    ['a short one', 'A'.repeat(42)],
    ['a long one', 'A'.repeat(44)],
    ['another alphabet', `${'A'.repeat(41)}+A`],
    ['more than 256 bits', `${'A'.repeat(42)}B`],
  ])('answers 400 for %s [13.receipt.2]', async (_, receiptToken) => {
    const answer = await api.call(visit.author.token, 'POST /api/notes', {
      body: buildNoteForm(visit.clientId, { receiptToken }),
    });
    const message = 'A receipt token has 32 random bytes in base64url';
    expectIssue(answer, { path: 'receiptToken', message });
  });

  test('answers 400 for a token that was used before, and stores nothing [13.receipt.2]', async () => {
    const { token } = await create();
    const used = await visit.used();
    const body = buildNoteForm(visit.clientId, { receiptToken: token });
    const answer = await api.call(visit.author.token, 'POST /api/notes', { body });
    expectIssue(answer, { path: 'receiptToken', message: 'This receipt token was used before' });
    expect(await visit.used()).toBe(used);
  });
});

describe('GET /api/receipts/{token}', () => {
  test('shows the client the visit without a session, and no text [13.receipt.5]', async () => {
    const { id, token } = await create();
    const { status, body, headers } = await open(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      businessName: expect.any(String),
      employeeName: 'Eve W.',
      date: '2026-03-02',
      startTime: '09:00',
      endTime: '11:15',
      startOccurrence: null,
      endOccurrence: null,
      timeZone: 'America/Chicago',
      minutes: 135,
      units: '9.00',
      unitsLeft: (1000 - (await visit.used())).toFixed(2),
      status: 'pending',
      language: 'en',
      text: null,
      disputes: [],
    });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    await visit.review(id, { action: 'approve' });
    expect((await open(token)).body.status).toBe('resolved');
  });

  test('has the description if the business shows it, and the language of the client [13.receipt.5,12,13]', async () => {
    const { manager, clientId } = visit;
    const { token } = await create();
    const change = (receiptShowsText: boolean, language: string) =>
      Promise.all([
        api.ok(manager.token, 'PUT /api/business', { body: { receiptShowsText } }),
        api.ok(manager.token, 'PUT /api/clients/:id', { params: { id: clientId }, body: { language } }),
      ]);
    const [business, client] = await change(true, 'es');
    expect([business.receiptShowsText, client.language, client.receiptsByEmail]).toEqual([true, 'es', false]);
    expect((await open(token)).body).toMatchObject({
      language: 'es',
      text: 'Went through the budget and paid two bills together.',
    });
    await change(false, 'en');
    expect((await open(token)).body).toMatchObject({ language: 'en', text: null });
  });

  test('has no used units for a note that was sent back when it arrived, until it is signed again [13.receipt.14]', async () => {
    const offline = await buildOfflineFields(api, { clientId: visit.clientId, code: 'wrong1' });
    const { id, token, note } = await create(offline);
    expect(note.status).toBe('in-progress');
    expect((await open(token)).body).toMatchObject({ status: 'in-progress', units: '0.00' });
    const body = buildNoteForm(visit.clientId);
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect((await open(token)).body.units).toBe(note.timeUnitsUsed);
  });

  test('has no used units for a denied note [13.receipt.14]', async () => {
    const { id, token } = await create();
    await visit.review(id, { action: 'deny', reason: 'Not our client' });
    expect((await open(token)).body).toMatchObject({
      status: 'denied',
      units: '0.00',
      unitsLeft: (1000 - (await visit.used())).toFixed(2),
    });
  });

  test('has what is left of the account that the note used [13.receipt.6]', async () => {
    const other = await createReviewScenario(api);
    const { clientId } = other;
    const before = await createNoteWithReceipt(api, other.author, { clientId });
    await createAuthorization(api, other.business, { clientId, unitsAuthorized: 40 });
    const after = await createNoteWithReceipt(api, other.author, { clientId });
    expect((await open(before.token)).body.unitsLeft).toBe('991.00');
    expect((await open(after.token)).body.unitsLeft).toBe('31.00');
  });

  test('answers the same 404 for unknown, expired, revoked and deleted, with the same statements [13.receipt.7]', async () => {
    const [expired, revoked, deleted] = [await create(), await create(), await create()];
    await api.sql(`update note_receipts set expires_at = now() - interval '1 second' where note_id = $1`, [
      expired.id,
    ]);
    await revoke(revoked.id);
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params: { id: deleted.id } });
    const outcomes: unknown[] = [];
    for (const token of [buildReceiptToken(), 'short', expired.token, revoked.token, deleted.token]) {
      const statements = await captureStatements(api)(async () => {
        const answer = await open(token);
        expectError(answer, 404, 'not_found');
        outcomes.push(answer.error?.message, answer.headers['cache-control']);
      });
      // Jobs of the server may run meanwhile.
      outcomes.push(statements.map(({ text }) => text).filter((text) => /note_receipts|attempts/.test(text)));
    }
    // One message, one header, one list of statements.
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(3);
  });
});

describe('a note that is signed again for another client', () => {
  const resubmit = (id: number, clientId: number, fields: Record<string, unknown> = {}) =>
    api.ok(visit.author.token, 'PUT /api/notes/:id', {
      params: { id },
      body: buildNoteForm(clientId, fields),
    });
  const dispute = (token: string, text: string) =>
    api.call(null, 'POST /api/receipts/:token/dispute', {
      params: { token },
      body: { reason: 'other', text },
    });
  const createOther = async () => {
    const { id } = await createClient(api, visit.business);
    await createAssignment(api, visit.business, { clientId: id, employeeId: visit.author.id });
    return id;
  };

  test('is no longer at the link of the first client, who cannot report it either [13.receipt.15]', async () => {
    const [{ id, token }, otherId] = [await create(), await createOther()];
    await visit.review(id, { action: 'return', comment: 'Wrong client' });
    await resubmit(id, visit.clientId);
    expect((await open(token)).status).toBe(200);
    await resubmit(id, otherId);
    expectError(await open(token), 404, 'not_found');
    expectError(await dispute(token, 'I was not there.'), 404, 'not_found');
    expect((await receiptOf(id))?.revokedAt).toEqual(expect.any(String));
  });

  test('has at the link of the other client only what that client reported [13.receipt.15]', async () => {
    const [{ id, token }, otherId] = [await create(), await createOther()];
    await dispute(token, 'You never came to me.');
    await resubmit(id, otherId);
    const second = toReceiptToken((await renew(id)).url);
    expect((await open(second)).body.disputes).toEqual([]);
    // The same words of another client are not the first report sent again.
    await dispute(second, 'You never came to me.');
    await resubmit(id, otherId);
    expect((await open(second)).body.disputes).toMatchObject([{ text: 'You never came to me.' }]);
    const { disputes } = await api.ok(visit.manager.token, 'GET /api/notes/:id', { params: { id } });
    expect(disputes).toHaveLength(2);
  });

  test('can be reported five times by the other client, whatever the first one reported [13.receipt.15 13.dispute.4]', async () => {
    const [{ id, token }, otherId] = [await create(), await createOther()];
    for (const number of [1, 2, 3, 4, 5]) expect((await dispute(token, `Point ${number}`)).status).toBe(201);
    const onSheet = { dispute: { reason: 'wrong_times' }, clientSignature: undefined };
    await resubmit(id, otherId, { ...onSheet, clientSignatureCode: undefined });
    const second = toReceiptToken((await renew(id)).url);
    for (const number of [2, 3, 4, 5]) expect((await dispute(second, `Point ${number}`)).status).toBe(201);
    expect((await open(second)).body.disputes).toHaveLength(5);
    expectError(await dispute(second, 'Point 6'), 409, 'dispute_limit_reached');
  });
});

describe('a manager', () => {
  test('makes a new link, which revokes the old one [13.receipt.8]', async () => {
    const { id, token } = await create();
    const link = await renew(id);
    expect((await open(token)).status).toBe(404);
    expect((await open(toReceiptToken(link.url))).status).toBe(200);
    expect(await receiptOf(id)).toEqual({ ...link, url: null });
    expect((await visit.audited(id)).at(-1)).toMatchObject({
      action: 'receipt_created',
      actor_id: visit.manager.id,
      details: { clientId: visit.clientId },
    });
  });

  test('revokes a link once; employees cannot [13.receipt.8]', async () => {
    const { id, token } = await create();
    for (const name of ['POST /api/notes/:id/receipt', 'DELETE /api/notes/:id/receipt'] as const)
      expectError(await api.call(visit.author.token, name, { params: { id } }), 403, 'forbidden');
    expect((await open(token)).status).toBe(200);
    expect((await revoke(id)).status).toBe(204);
    expect((await open(token)).status).toBe(404);
    expect((await receiptOf(id))?.revokedAt).toEqual(expect.any(String));
    expectError(await revoke(id), 404, 'not_found');
    expect((await visit.audited(id)).at(-1)).toMatchObject({ action: 'receipt_revoked' });
  });
});
