import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { buildNoteForm, drawSignature } from '#tests/support/factories/notes.ts';
import { buildReceiptToken } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const visit = setUpOnce(() => createReviewScenario(api));

/** Without the client's code and signature. */
const DISPUTED = {
  dispute: { reason: 'wrong_times', text: ' You left at ten. ' },
  clientSignature: undefined,
  clientSignatureCode: undefined,
};
const build = (fields: Record<string, unknown> = {}) => buildNoteForm(visit.clientId, fields);
const send = (fields: Record<string, unknown> = {}) =>
  api.call(visit.author.token, 'POST /api/notes', { body: build(fields) });
const readNote = (id: number) => api.ok(visit.manager.token, 'GET /api/notes/:id', { params: { id } });
const resubmit = (id: number, fields: Record<string, unknown> = {}) =>
  api.call(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body: build(fields) });
const answer = (id: number) =>
  api.ok(visit.manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'Corrected.' },
  });

describe('"This is not right" while signing', () => {
  test('stores a disputed note without code, picture and time of the client, and its evidence verifies [13.sheet.1]', async () => {
    const signer = { kind: 'representative', name: 'Ann Miller', relation: 'Mother' };
    const { status, body: note } = await send({ ...DISPUTED, signer });
    expect(status).toBe(201);
    expect(note).toMatchObject({
      status: 'pending',
      disputed: true,
      isClientSigned: false,
      clientSignedAt: null,
      signer: { ...signer, typed: null },
    });
    expect(note.checks.map(({ code }) => code)).toContain('unsigned');
    const stored = await readNote(note.id);
    expect(stored.clientSignature).toBeNull();
    expect(stored.disputes).toMatchObject([
      { reason: 'wrong_times', text: 'You left at ten.', answer: null },
    ]);
    const params = { id: note.id };
    const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
    expect(evidence).toMatchObject({ matches: true, clientSignature: null, missing: [] });
    expect(JSON.parse(evidence.canonical ?? '')).toMatchObject({
      clientSignedAt: null,
      clientSignatureSha256: null,
    });
    await expectInvariants(api);
  });

  test('sends author and managers the message of a dispute, and adds an audit row without the text [13.sheet.2]', async () => {
    const { body: note } = await send({ ...DISPUTED, title: 'A visit of its own' });
    const own = (await visit.letters(note.title)).filter((one) => one.note_id === note.id);
    const recipients = [visit.business.admin.id, visit.manager.id, visit.author.id];
    const order = (a: number, b: number) => a - b;
    expect(own.map((one) => one.recipient_id).toSorted(order)).toEqual(recipients.toSorted(order));
    expect(own[0]?.subject).toBe('Disputed: A visit of its own');
    expect(own[0]?.content).toContain('The times are wrong.\n\nYou left at ten.');
    const rows = await visit.audited(note.id);
    expect(rows.map(({ action }) => action)).toEqual(['submitted', 'disputed']);
    expect(rows[1]).toMatchObject({
      actor_id: visit.author.id,
      details: { version: 1, reason: 'wrong_times', onSheet: true },
    });
    expect(JSON.stringify(rows)).not.toContain('at ten');
  });

  test('blocks the approval until a manager answers; the client reads the answer at the receipt [13.sheet.3]', async () => {
    const token = buildReceiptToken();
    const { id } = (await send({ ...DISPUTED, receiptToken: token })).body;
    expectError(await visit.review(id, { action: 'approve' }), 409, 'note_disputed');
    await answer(id);
    const receipt = await api.ok(null, 'GET /api/receipts/:token', { params: { token } });
    expect(receipt.disputes).toMatchObject([{ text: 'You left at ten.', answer: 'Corrected.' }]);
    expect((await visit.review(id, { action: 'approve' })).status).toBe(200);
    await expectInvariants(api);
  });

  test('belongs to what a captureId compares [13.sheet.4]', async () => {
    const body = build({ ...DISPUTED, captureId: randomUUID(), capture: buildCapture() });
    const post = (fields: object) =>
      api.call(visit.author.token, 'POST /api/notes', { body: { ...body, ...fields } });
    const first = await post({});
    expect(first.status).toBe(201);
    const again = await post({});
    expect([again.status, again.body.different, again.body.disputed]).toEqual([200, undefined, true]);
    const other = await post({ dispute: { reason: 'not_here' } });
    expect([other.status, other.body.id, other.body.different]).toEqual([200, first.body.id, true]);
    expect((await readNote(first.body.id)).disputes).toHaveLength(1);
  });

  test('is possible for a new version, at most 5 times a note [13.sheet.6]', async () => {
    const { id } = (await send()).body;
    const { body: edited } = await resubmit(id, DISPUTED);
    expect(edited).toMatchObject({ version: 2, disputed: true, isClientSigned: false });
    expect((await resubmit(id)).body).toMatchObject({ version: 3, disputed: true, isClientSigned: true });
    for (let version = 4; version <= 7; version += 1)
      expect((await resubmit(id, DISPUTED)).body.version).toBe(version);
    expectError(await resubmit(id, DISPUTED), 409, 'dispute_limit_reached');
    expect(await readNote(id)).toMatchObject({ version: 7, disputes: { length: 5 } });
    await expectInvariants(api);
  });

  test('may come with a signature, which needs its code [13.sheet.7]', async () => {
    const { dispute } = DISPUTED;
    expect((await send({ dispute })).body).toMatchObject({ disputed: true, isClientSigned: true });
    // The code alone is verified.
    expect((await send({ ...DISPUTED, clientSignatureCode: '4711ab' })).body.isClientSigned).toBe(false);
  });

  test.each([
    ['clientSignatureCode', { clientSignature: drawSignature() }],
    ['clientSignatureCode', { clientSignatureCode: 'wrong!' }],
    ['clientSignature', { clientSignatureCode: '4711ab', signer: { kind: 'client', typed: 'Cleo' } }],
    ['signer.name', { signer: { kind: 'representative', relation: 'Mother' } }],
    ['dispute', { signer: { kind: 'none', reason: 'In hospital' } }],
    ['dispute.text', { dispute: { reason: 'other' } }],
    ['dispute.text', { dispute: { reason: 'other', text: 'a'.repeat(1001) } }],
    ['dispute.reason', { dispute: { reason: 'late' } }],
  ])('%s returns 400 when it does not fit the dispute [13.sheet.7]', async (path, fields) => {
    const { status, error } = await send({ ...DISPUTED, ...fields });
    expect([status, error?.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });
});

describe('the language that was chosen while signing', () => {
  const create = async () => {
    const client = await createClient(api, visit.business);
    await createAssignment(api, visit.business, { clientId: client.id, employeeId: visit.author.id });
    const store = (fields: Record<string, unknown>) =>
      api.call(visit.author.token, 'POST /api/notes', { body: buildNoteForm(client.id, fields) });
    const listChanges = () =>
      api.sql(
        `select actor_id, details from audit_log where object = 'client' and object_id = $1 and action = 'changed' and business_id = $2`,
        [client.id, visit.business.id],
      );
    return { client, store, listChanges };
  };
  const readLanguage = async (clientId: number, token = visit.author.token) => {
    const clients = await api.ok(token, 'GET /api/clients');
    return clients.find(({ id }) => id === clientId)?.language;
  };

  test('is remembered for the client and audited, once [13.sheet.8]', async () => {
    const { client, store, listChanges } = await create();
    expect(await readLanguage(client.id)).toBe('en');
    await store({ language: 'en' });
    expect(await listChanges()).toEqual([]);
    const token = buildReceiptToken();
    expect((await store({ language: 'es', receiptToken: token })).status).toBe(201);
    expect(await readLanguage(client.id)).toBe('es');
    const receipt = await api.ok(null, 'GET /api/receipts/:token', { params: { token } });
    expect(receipt.language).toBe('es');
    const { id } = (await store({ language: 'es' })).body;
    const change = { changed: ['language'], status: 'active', unitsDelta: '0.00' };
    expect(await listChanges()).toEqual([{ actor_id: visit.author.id, details: change }]);
    // Without a choice it stays.
    await store({});
    expect(await readLanguage(client.id)).toBe('es');
    const body = buildNoteForm(client.id, { language: 'en' });
    await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
    expect(await readLanguage(client.id)).toBe('en');
    const refused = await store({ language: 'fr' });
    expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([400, 'language']);
    await expectInvariants(api);
  });

  test('does not block notes for the client that arrive at the same time [13.sheet.8]', async () => {
    const { client, store } = await create();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => store({ language: index % 2 === 0 ? 'es' : 'en' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(['en', 'es']).toContain(await readLanguage(client.id));
  });
});
