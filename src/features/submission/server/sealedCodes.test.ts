import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { replaceSealingKey } from '#platform/server/sealingKeys.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildOfflineFields, sealCode } from '#tests/support/factories/captures.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { closeTime, reopenTime } from '#tests/support/factories/closedPeriods.ts';
import { buildNoteForm, createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const DAY_MS = 24 * 60 * 60 * 1000;

const usedUnits = async (clientId: number) =>
  (await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: clientId } })).usedTimeUnits;

type Visit = Awaited<ReturnType<typeof createAssignedClient>>;
const send = ({ author, client }: Visit, fields: Record<string, unknown>) =>
  api.call(author.token, 'POST /api/notes', { body: buildNoteForm(client.id, fields) });
const seal = ({ client }: Visit, fields: Record<string, unknown> = {}) =>
  buildOfflineFields(api, { clientId: client.id, ...fields });

test('a code sealed with the key of GET /api/config is accepted [13.capture.11]', async () => {
  const visit = await createAssignedClient(api, business);
  const answer = await send(visit, await seal(visit));
  expect(answer).toMatchObject({ status: 201, body: { status: 'pending', isClientSigned: true } });
  expect(await usedUnits(visit.client.id)).toBe('9.00');
});

test('a wrong code sends the note back: no units, its hours, and the check code_wrong_offline [13.capture.12]', async () => {
  const visit = await createAssignedClient(api, business);
  const fields = await seal(visit, { code: 'wrong1' });
  const { status, body: note } = await send(visit, fields);
  expect([status, note.status]).toEqual([201, 'in-progress']);
  expect(note.checks).toContainEqual(
    expect.objectContaining({
      code: 'code_wrong_offline',
      level: 'warning',
      message: 'The code entered when Cleo Client signed did not match, so the note has to be signed again.',
    }),
  );
  expect(await usedUnits(visit.client.id)).toBe('0.00');
  expect(await api.ok(visit.author.token, 'GET /api/time-entries/my')).toMatchObject([{ noteId: note.id }]);
  const query = { status: 'in-progress', clientId: visit.client.id };
  const [listed] = await api.ok(business.admin.token, 'GET /api/management/notes', { query });
  expect(listed).toMatchObject({ id: note.id, checks: expect.arrayContaining(['code_wrong_offline']) });
  await expectInvariants(api);
  // The second arrival guesses nothing.
  expect(await send(visit, fields)).toMatchObject({ status: 200, body: { id: note.id } });

  const params = { id: note.id };
  const body = buildNoteForm(visit.client.id);
  const again = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body });
  expect(again).toMatchObject({ status: 'pending', version: 2 });
  expect(again.checks.map(({ code }) => code)).not.toContain('code_wrong_offline');
  expect(await usedUnits(visit.client.id)).toBe('9.00');
  await expectInvariants(api);
});

describe('a sealed code of a note that was submitted online', () => {
  const sealOnline = (visit: Visit, fields: Record<string, unknown> = {}) =>
    seal(visit, { offline: false, ...fields });

  test('leaves the rules for notes online: what they refuse is 409 and is not stored [13.capture.35]', async () => {
    const closed = await createAssignedClient(api, business);
    await closeTime(api, business.admin, '2026-03-15');
    for (const code of ['4711ab', 'wrong1']) {
      expectError(await send(closed, await sealOnline(closed, { code })), 409, 'period_locked');
    }
    await reopenTime(api, business);
    const inactive = await createAssignedClient(api, business);
    const params = { id: inactive.client.id };
    await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body: { status: 'inactive' } });
    expectError(await send(inactive, await sealOnline(inactive)), 409, 'client_inactive');
    const unassigned = await createAssignedClient(api, business);
    const { author } = await createAssignedClient(api, business);
    const other = { ...unassigned, author };
    expectError(await send(other, await sealOnline(other)), 403, 'forbidden');
    expect(await api.ok(closed.author.token, 'GET /api/notes/my')).toEqual([]);
    expect(await api.ok(inactive.author.token, 'GET /api/notes/my')).toEqual([]);
  });

  test('is checked when it arrives: a wrong one sends the note back and counts as a guess [13.capture.35]', async () => {
    const visit = await createAssignedClient(api, await createBusiness(api));
    expect(await send(visit, await sealOnline(visit))).toMatchObject({
      status: 201,
      body: { status: 'pending', capture: { offline: false } },
    });
    for (let guess = 1; guess <= 5; guess += 1) {
      const { status, body } = await send(visit, await sealOnline(visit, { code: `guess${guess}` }));
      expect([status, body.status]).toEqual([201, 'in-progress']);
    }
    expectError(await send(visit, await sealOnline(visit)), 429, 'too_many');
    await expectInvariants(api);
  });
});

test.each([
  ['another client', { clientId: 1 }],
  ['another capture', { captureId: randomUUID() }],
  ['no code', { code: undefined }],
])('a sealed code of %s counts as wrong [13.capture.13 S-41]', async (_, change) => {
  const visit = await createAssignedClient(api, business);
  const fields = await seal(visit);
  const { sealingKey } = await api.ok(null, 'GET /api/config');
  const content = { captureId: fields.captureId, clientId: visit.client.id, code: '4711ab', ...change };
  const sealedCode = await sealCode(sealingKey, content);
  expect((await send(visit, { ...fields, sealedCode })).body.status).toBe('in-progress');
  const garbage = { ...(await seal(visit)), sealedCode: '!' };
  expect((await send(visit, garbage)).body.status).toBe('in-progress');
});

test('a sealed code without a capture id returns 400, and the limits on guessing are those online [13.capture.14]', async () => {
  const visit = await createAssignedClient(api, business);
  const { sealedCode } = await seal(visit);
  const { error } = await send(visit, { sealedCode, clientSignatureCode: undefined });
  expect(error?.issues).toMatchObject([{ path: 'captureId' }]);
  for (let guess = 1; guess <= 5; guess += 1) {
    expect((await send(visit, await seal(visit, { code: `guess${guess}` }))).status).toBe(201);
  }
  // The last guess notifies managers and author in one transaction.
  const count = async (token: string) => [
    (await api.ok(token, 'GET /api/messages/inbox')).length,
    (await api.ok(token, 'GET /api/messages/unread')).unread,
  ];
  expect([await count(visit.author.token), await count(business.admin.token)]).toEqual([
    [5, 5],
    [1, 1],
  ]);
  const waiting = await seal(visit);
  expect((await send(visit, waiting)).error?.code).toBe('too_many');
  // The capture waits, and is accepted later.
  const later = new Date(Date.now() + 16 * 60_000);
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(later));
  expect((await send(visit, waiting)).body.status).toBe('pending');
});

test('a code that was replaced is valid for notes that were begun before, for 168 hours [13.capture.15]', async () => {
  const visit = await createAssignedClient(api, business);
  const params = { id: visit.client.id };
  const before = await seal(visit, { begunAt: new Date(Date.now() - 60_000).toISOString() });
  const tooLate = await seal(visit, { begunAt: new Date(Date.now() - 60_000).toISOString() });
  await api.ok(business.admin.token, 'PUT /api/clients/:id', { params, body: { signatureCode: 'new code' } });
  const later = new Date().toISOString();
  const after = await seal(visit, { begunAt: later, deviceNow: later });
  // The clock was a day fast during the visit and was corrected before the note was sent.
  const corrected = await seal(visit, { begunAt: new Date(Date.now() + 24 * 3_600_000).toISOString() });
  expect((await send(visit, before)).body.status).toBe('pending');
  expect((await send(visit, corrected)).body.status).toBe('pending');
  expect((await send(visit, after)).body.status).toBe('in-progress');
  const online = await send(visit, {});
  expect(online.error?.issues).toMatchObject([{ path: 'clientSignatureCode' }]);
  await api.sql(
    `update replaced_codes set created_at = ${subtractInterval('created_at', `interval '168 hours'`)}
      where business_id = $1 and client_id = $2`,
    [business.id, visit.client.id],
  );
  expect((await send(visit, tooLate)).body.status).toBe('in-progress');
  // The next code that is replaced deletes those that are no longer valid.
  const other = await createClient(api, business);
  await api.ok(business.admin.token, 'PUT /api/clients/:id', {
    params: { id: other.id },
    body: { signatureCode: 'another' },
  });
  const rows = await api.sql('select id from replaced_codes where business_id = $1', [business.id]);
  expect(rows).toHaveLength(1);
});

test('the key is replaced after 30 days, and an earlier one opens for 60 more [13.capture.16]', async () => {
  const visit = await createAssignedClient(api, business);
  const { services } = api.server;
  const keyId = async () => (await api.ok(null, 'GET /api/config')).sealingKeyId;
  const first = await keyId();
  const sealed = [await seal(visit), await seal(visit)];
  const start = Date.now();
  await replaceSealingKey(services, new Date(start + 29 * DAY_MS));
  expect(await keyId()).toBe(first);
  const replacedAt = start + 31 * DAY_MS;
  const nodes = [1, 2, 3].map(() => replaceSealingKey(services, new Date(replacedAt)));
  await Promise.all(nodes);
  expect(await keyId()).not.toBe(first);
  await replaceSealingKey(services, new Date(replacedAt + 59 * DAY_MS));
  expect((await send(visit, sealed[0] ?? {})).body.status).toBe('pending');
  await replaceSealingKey(services, new Date(replacedAt + 61 * DAY_MS));
  expect((await send(visit, sealed[1] ?? {})).body.status).toBe('in-progress');
});
