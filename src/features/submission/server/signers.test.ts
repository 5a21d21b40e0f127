import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import { buildNoteForm, createAssignedClient, drawSignature } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(async () => {
  const created = await createBusiness(api, { plan: 'professional' });
  await api.ok(created.admin.token, 'PUT /api/business', { body: { allowUnsigned: true, offlineHours: 24 } });
  return created;
});
const visit = setUpOnce(() => createAssignedClient(api, business));

const NONE = { kind: 'none', reason: 'In hospital' };
const UNSIGNED = { signer: NONE, clientSignature: undefined, clientSignatureCode: undefined };

const send = (fields: Record<string, unknown>) =>
  api.call(visit.author.token, 'POST /api/notes', { body: buildNoteForm(visit.client.id, fields) });
const readSigned = async (id: number) => {
  const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params: { id } });
  return { ...evidence, signed: JSON.parse(evidence.canonical ?? '') as Record<string, unknown> };
};

describe('who signs for the client', () => {
  test.each([
    ['the client', { kind: 'client', typed: ' Cleo ' }, { kind: 'client', typed: 'Cleo' }],
    [
      'a representative',
      { kind: 'representative', name: 'Ann Miller', relation: 'Mother', reason: 'ignored' },
      { kind: 'representative', name: 'Ann Miller', relation: 'Mother' },
    ],
  ])('is answered and signed: %s [13.signer.1]', async (_, signer, stored) => {
    const { body: note } = await send({ signer });
    const whole = { name: null, relation: null, reason: null, typed: null, ...stored };
    expect(note.signer).toEqual(whole);
    const { signed, matches } = await readSigned(note.id);
    expect([signed['signer'], matches]).toEqual([whole, true]);
    // Without a signer, the next version is signed by the client.
    const body = buildNoteForm(visit.client.id);
    const again = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id: note.id }, body });
    expect(again.signer).toBeNull();
    await expectInvariants(api);
  });

  test.each([
    ['signer.name', { signer: { kind: 'representative', relation: 'Mother' } }],
    ['signer.relation', { signer: { kind: 'representative', name: 'Ann', relation: ' ' } }],
    ['signer.kind', { signer: { kind: 'nurse' } }],
    ['signer.reason', { ...UNSIGNED, signer: { kind: 'none' } }],
    ['clientSignature', { ...UNSIGNED, clientSignature: drawSignature() }],
    ['clientSignatureCode', { ...UNSIGNED, clientSignatureCode: '4711ab' }],
    [
      'clientSignature',
      { signer: { kind: 'representative', name: 'A', relation: 'B' }, clientSignature: undefined },
    ],
  ])(
    '%s returns 400 when it is missing or does not belong to the kind [13.signer.2]',
    async (path, fields) => {
      const { status, error } = await send(fields);
      expect([status, error?.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
    },
  );
});

test('a note that the client cannot sign has no code, picture or time, and the check unsigned [13.signer.3]', async () => {
  const { status, body: note } = await send(UNSIGNED);
  expect(status).toBe(201);
  expect(note).toMatchObject({
    status: 'pending',
    isClientSigned: false,
    clientSignedAt: null,
    signer: { kind: 'none', reason: 'In hospital' },
  });
  const check = { code: 'unsigned', level: 'warning', message: 'Cleo Client did not sign.' };
  expect(note.checks).toContainEqual(expect.objectContaining(check));
  const params = { id: note.id };
  const stored = await api.ok(visit.author.token, 'GET /api/notes/:id', { params });
  expect(stored).toMatchObject({ clientSignature: null, employeeSignature: expect.any(String) });
  const { signed, matches, clientSignature, missing } = await readSigned(note.id);
  expect({ matches, clientSignature, missing }).toEqual({
    matches: true,
    clientSignature: null,
    missing: [],
  });
  expect(signed).toMatchObject({ clientSignedAt: null, clientSignatureSha256: null });
  const pdf = await api.call(visit.author.token, 'GET /api/notes/:id/pdf', { params });
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  // Two of them share no signature.
  const second = (await send(UNSIGNED)).body;
  expect(second.checks.map(({ code }) => code)).not.toContain('signature_reused');
  await expectInvariants(api);
});

test('a note without the signature of the client is never approved with others, even explained [13.signer.4]', async () => {
  const { id } = (await send({ ...UNSIGNED, workDate: '2026-03-03' })).body;
  const { token } = business.admin;
  const { checks } = await api.ok(token, 'GET /api/notes/:id', { params: { id } });
  for (const { code } of checks.filter(({ level }) => level === 'warning')) {
    const params = { id, code };
    await api.ok(token, 'POST /api/notes/:id/checks/:code/explain', { params, body: { reason: 'Called' } });
  }
  const body = { notes: [{ id, version: 1 }] };
  const approve = () => api.ok(token, 'POST /api/management/notes/approve-many', { body });
  expect(await approve()).toEqual([{ id, result: 'has_warnings' }]);
  await api.ok(token, 'PATCH /api/notes/:id/review', { params: { id }, body: { action: 'approve' } });
  await expectInvariants(api);
});

test('a note without the signature of the client returns 400 at signer.kind unless the business allows it [13.signer.5]', async () => {
  const strict = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, strict);
  const body = buildNoteForm(client.id, UNSIGNED);
  const refused = await api.call(author.token, 'POST /api/notes', { body });
  expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([400, 'signer.kind']);
  const { id } = await api.ok(author.token, 'POST /api/notes', { body: buildNoteForm(client.id) });
  const edited = await api.call(author.token, 'PUT /api/notes/:id', { params: { id }, body });
  expect([edited.status, edited.error?.issues?.[0]?.path]).toEqual([400, 'signer.kind']);
  const settings = await api.ok(strict.admin.token, 'GET /api/business');
  expect(settings).toMatchObject({ allowUnsigned: false, offlineHours: 72 });
});

test('a typed name is the same picture each time, and neither reused nor refused [13.signer.6]', async () => {
  const typed = { signer: { kind: 'client', typed: 'Cleo' }, clientSignature: drawSignature() };
  const { id } = (await send(typed)).body;
  const second = (await send(typed)).body;
  const { checks } = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id: second.id } });
  expect(checks.map(({ code }) => code)).not.toContain('signature_reused');
  const body = buildNoteForm(visit.client.id, typed);
  await api.ok(visit.author.token, 'PUT /api/notes/:id', { params: { id }, body });
});

test('allowUnsigned and offlineHours are settings from 1 to 168 hours [13.signer.7]', async () => {
  const settings = await api.ok(visit.author.token, 'GET /api/business');
  expect(settings).toMatchObject({ allowUnsigned: true, offlineHours: 24 });
  const { admin } = await createBusiness(api);
  const read = () => api.ok(admin.token, 'GET /api/business');
  expect(await read()).toMatchObject({ allowUnsigned: false, offlineHours: 72, receiptShowsText: false });
  for (const offlineHours of [1, 168]) {
    await api.ok(admin.token, 'PUT /api/business', { body: { offlineHours } });
    expect(await read()).toMatchObject({ offlineHours });
  }
  for (const offlineHours of [0, 169, 1.5]) {
    const { error } = await api.call(admin.token, 'PUT /api/business', { body: { offlineHours } });
    expect(error?.issues).toMatchObject([{ path: 'offlineHours' }]);
    expect(await read()).toMatchObject({ offlineHours: 168 });
  }
});

test('a capture of a note that the client did not sign has no time of it [13.signer.3]', async () => {
  const capture = buildCapture(new Date(), { clientSignedAt: null });
  const { body: note } = await send({ ...UNSIGNED, capture });
  expect(note.capture?.clientSignedAt).toBeNull();
});
