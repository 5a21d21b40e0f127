import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCapture } from '#tests/support/factories/captures.ts';
import {
  buildNoteForm,
  createAssignedClient,
  createSignedNote,
  drawSignature,
} from '#tests/support/factories/notes.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const visit = setUpOnce(() => createAssignedClient(api, business));

const build = (fields: Record<string, unknown> = {}) =>
  buildNoteForm(visit.client.id, { captureId: randomUUID(), capture: buildCapture(), ...fields });
const send = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  api.call(visit.author.token, 'POST /api/notes', { body, headers });
const countEntries = async () => {
  const entries = 'select id from unit_ledger where business_id = $1 and client_id = $2';
  return (await api.sql(entries, [business.id, visit.client.id])).length;
};

describe('a capture that arrives again', () => {
  test('answers 200 with the first note, whatever deviceNow, code and key are, and writes nothing [13.capture.1,2,3]', async () => {
    const body = build();
    const first = await send(body, { 'idempotency-key': 'one' });
    expect(first.status).toBe(201);
    const entries = await countEntries();
    const capture = {
      ...buildCapture(),
      ...(body['capture'] as object),
      deviceNow: '2026-03-03T09:00:00-06:00',
      submittedAt: '2026-03-03T08:59:00-06:00',
      offline: true,
    };
    for (const again of [
      body,
      { ...body, capture },
      { ...body, captureId: String(body['captureId']).toUpperCase(), clientSignatureCode: 'wrong' },
    ]) {
      const { status, body: note, headers } = await send(again, { 'idempotency-key': 'one' });
      expect([status, note.id]).toEqual([200, first.body.id]);
      expect(note).not.toHaveProperty('different');
      expect(headers).not.toHaveProperty('idempotent-replayed');
    }
    expect(await countEntries()).toBe(entries);
    expect(first.body).not.toHaveProperty('captureId');
  });

  test('with other content answers 200 with the first note and `different` [13.capture.4]', async () => {
    const body = build();
    const first = await send(body);
    const entries = await countEntries();
    for (const change of [
      { summary: 'Another summary of the visit.' },
      { endTime: '11:30' },
      { clientSignature: drawSignature() },
      { capture: { ...buildCapture(), begunAt: '2026-03-01T09:00:00-06:00' } },
    ]) {
      const answer = await send({ ...body, ...change });
      expect([answer.status, answer.body.different]).toEqual([200, true]);
      expect(answer.body).toMatchObject({ id: first.body.id, summary: first.body.summary, endTime: '11:15' });
    }
    expect(await countEntries()).toBe(entries);
  });

  test('answers the first note as it is now, also when it was deleted [13.capture.1]', async () => {
    const body = build();
    const { id } = (await send(body)).body;
    const params = { id };
    await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', {
      params,
      body: { action: 'deny', reason: 'No' },
    });
    expect((await send(body)).body).toMatchObject({ id, status: 'denied' });
    await api.ok(visit.author.token, 'DELETE /api/notes/:id', { params });
    expect(await send(body)).toMatchObject({ status: 200, body: { id } });
  });

  test('after 25 hours, when its idempotency key has expired, answers 200 with the first note [13.offline.31]', async () => {
    const captured = build();
    const uncaptured = build({ captureId: undefined });
    const arrive = async (body: object, key: string) => {
      const token = await startSession(api, visit.author);
      const headers = { 'idempotency-key': key };
      return api.call(token, 'POST /api/notes', { body: { ...captured, ...body }, headers });
    };
    const first = await arrive(captured, 'captured');
    const other = await arrive(uncaptured, 'uncaptured');
    expect([first.status, other.status]).toEqual([201, 201]);
    const entries = await countEntries();

    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    vi.spyOn(clock, 'now').mockImplementation(() => tomorrow);
    onTestFinished(() => void vi.restoreAllMocks());
    const capture = { ...(captured['capture'] as object), deviceNow: tomorrow.toISOString() };
    const again = await arrive({ capture }, 'captured');
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    expect(again.body).not.toHaveProperty('different');
    expect(await countEntries()).toBe(entries);
    // Only the capture recognizes the note: without one, the same key stores another.
    const repeated = await arrive(uncaptured, 'uncaptured');
    expect(repeated.status).toBe(201);
    expect(repeated.body.id).not.toBe(other.body.id);
    expect(await countEntries()).toBe(entries + 1);
  });

  test('from another author answers 409 capture_taken and shows nothing [13.capture.5]', async () => {
    const body = build();
    await send(body);
    const other = await createPerson(api, business);
    for (const { token } of [other, business.admin]) {
      const answer = await api.call(token, 'POST /api/notes', { body });
      expectError(answer, 409, 'capture_taken');
      expect(JSON.stringify(answer.error)).not.toMatch(/bills|Miller/);
    }
  });

  test('is another one in another business [13.capture.5]', async () => {
    const body = build();
    await send(body);
    const elsewhere = await createBusiness(api);
    const { author, client } = await createAssignedClient(api, elsewhere);
    const same = await createSignedNote(api, author, { clientId: client.id, captureId: body['captureId'] });
    expect(same.status).toBe('pending');
  });
});

test('a capture that was refused can be sent again with the same id [13.capture.1]', async () => {
  const body = build();
  expect((await send({ ...body, clientSignatureCode: 'wrong' })).status).toBe(400);
  expect((await send(body)).status).toBe(201);
});

test('what the device recorded is stored, answered and signed, with the clock of the server [13.capture.6]', async () => {
  const at = new Date(Date.now() - 60_000);
  const capture = buildCapture(at, { begunAt: '2026-03-02T09:00:00.5-06:00' });
  const { body: note } = await send(build({ capture }));
  expect(note.capture).toMatchObject(capture);
  const { receivedAt = '', clockDifferenceMs } = note.capture ?? {};
  expect(receivedAt).toBe(note.employeeSignedAt);
  expect(receivedAt <= note.createdAt).toBe(true);
  expect(clockDifferenceMs).toBe(at.getTime() - Date.parse(receivedAt));
  const params = { id: note.id };
  const evidence = await api.ok(visit.author.token, 'GET /api/notes/:id/evidence', { params });
  expect(evidence.matches).toBe(true);
  expect(JSON.parse(evidence.canonical ?? '')).toMatchObject({ capture: note.capture });
  expect(await api.ok(visit.author.token, 'GET /api/notes/:id', { params })).toMatchObject({
    capture: note.capture,
  });
  // The next version was written on no device that recorded it.
  const edited = await api.ok(visit.author.token, 'PUT /api/notes/:id', { params, body: build() });
  expect(edited.capture).toBeNull();
  await expectInvariants(api);
});

test.each([
  ['captureId', { captureId: 'no uuid' }],
  ['captureId', { captureId: 7 }],
  ['capture.deviceNow', { capture: buildCapture(new Date(), { deviceNow: '2026-03-02T09:00' }) }],
  ['capture.begunAt', { capture: buildCapture(new Date(), { begunAt: '2026-02-30T09:00Z' }) }],
  ['capture.offline', { capture: buildCapture(new Date(), { offline: 'yes' }) }],
  ['capture.elapsedMs.begun', { capture: buildCapture(new Date(), { elapsedMs: { begun: -1 } }) }],
])('%s returns 400 when it is invalid [13.capture.7]', async (path, fields) => {
  const { status, error } = await send(build(fields));
  expect(status).toBe(400);
  expect(error?.issues?.map((issue) => issue.path)).toContain(path);
});

const MINUTE_MS = 60_000;
test.each([
  ['agree', 0, 0, null],
  ['differ by four minutes', 4 * MINUTE_MS, 0, null],
  ['are four seconds behind the counter', 0, -4_000, null],
  ['are a minute ahead of the counter, which stops while a device sleeps', 0, MINUTE_MS, null],
  ['are a day apart, fast', 24 * 60 * MINUTE_MS, 0, 'The clock of the device was 24 h fast.'],
  ['are a day apart, slow', -24 * 60 * MINUTE_MS, 0, 'The clock of the device was 24 h slow.'],
  ['are set back by a minute', 0, -MINUTE_MS, 'The clock of the device was set back by 60 s.'],
])('device_clock is found when the clocks %s [13.capture.8]', async (_, difference, jump, message) => {
  const now = Date.now();
  const capture = buildCapture(new Date(now + difference), {
    begunAt: new Date(now + difference - 10 * MINUTE_MS - jump).toISOString(),
  });
  const { id } = (await send(build({ capture }))).body;
  const { checks } = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
  const check = checks.find(({ code }) => code === 'device_clock');
  expect(check ? [check.level, check.message] : null).toEqual(message && ['warning', message]);
});

test('signed_early uses the time of the client’s signature by the clock of the server [13.capture.9]', async () => {
  const now = Date.now();
  const zone = { timeZone: 'America/Chicago', hour12: false } as const;
  const workDate = new Date(now - 3 * 3_600_000).toLocaleDateString('sv-SE', zone);
  const toClock = (ms: number) =>
    new Date(ms).toLocaleTimeString('en-GB', { ...zone, hour: '2-digit', minute: '2-digit' });
  const times = { workDate, startTime: toClock(now - 3 * 3_600_000), endTime: toClock(now - 3_600_000) };
  const day = 24 * 60 * MINUTE_MS;
  // The clock of the device is a day slow; the client signed two hours before the end.
  const capture = buildCapture(new Date(now - day), {
    clientSignedAt: new Date(now - day - 2.5 * 3_600_000).toISOString(),
  });
  const { id } = (await send(build({ ...times, capture }))).body;
  const { checks } = await api.ok(business.admin.token, 'GET /api/notes/:id', { params: { id } });
  const codes = checks.map(({ code }) => code);
  expect(codes).toContain('signed_early');
  expect(checks.find(({ code }) => code === 'signed_early')?.detail['minutes']).toBeCloseTo(90, -1);
});
