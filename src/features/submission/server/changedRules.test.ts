import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { useOfflineVisits, type OfflineVisit as Visit } from '#tests/support/factories/offlineVisits.ts';
import { createService } from '#tests/support/factories/services.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const { createVisit, send, readMessages, readArrived } = useOfflineVisits(api, business);

/** Fields of a note that was written with a connection. */
const ONLINE = { capture: undefined, sealedCode: undefined, clientSignatureCode: '4711ab' };

describe('a note that was written offline, after a rule of the business changed,', () => {
  const change = (id: number, body: Record<string, unknown>) =>
    api.ok(business.admin.token, 'PUT /api/business-services/:id', { params: { id }, body });
  const archived = { path: 'category', message: 'This service is no longer offered' };
  const SEVEN = { startTime: '09:00', endTime: '09:07' };
  const resubmit = ({ author, client }: Visit, id: number, fields: Record<string, unknown>) =>
    api.call(author.token, 'PUT /api/notes/:id', { params: { id }, body: buildNoteForm(client.id, fields) });

  test('is sent back for an archived service until it has another one, or this one is restored [13.capture.23,26]', async () => {
    const visit = await createVisit();
    const { id: serviceId, key: category } = await createService(api, business, {});
    await api.ok(business.admin.token, 'DELETE /api/business-services/:id', { params: { id: serviceId } });
    expectIssue(await send(visit, { category, ...ONLINE }), archived);
    const answer = await send(visit, { category });
    expect(await readArrived(answer)).toMatchObject({
      state: 'in-progress',
      checks: expect.arrayContaining(['service_archived']),
      entries: 0,
    });
    const [message] = await readMessages(visit);
    expect(message?.content).toContain(
      'The service was archived before the note arrived. Choose another service, or ask a manager to restore it first.',
    );
    const sentBackFor = [
      {
        code: 'service_archived',
        message: 'The service was archived before the note arrived.',
        remedy: 'Choose another service, or ask a manager to restore it first.',
      },
    ];
    expect(answer.body.sentBackFor).toEqual(sentBackFor);
    const [listed] = await api.ok(visit.author.token, 'GET /api/notes/my');
    expect(listed).toMatchObject({ id: answer.body.id, sentBackFor });
    expectIssue(await resubmit(visit, answer.body.id, { category }), archived);
    await change(serviceId, { archived: false });
    const again = await resubmit(visit, answer.body.id, { category });
    expect(again.body).toMatchObject({ status: 'pending', sentBackFor: [] });
    await expectInvariants(api);
  });

  test('is sent back with the units that were signed when the rule gives others [13.capture.24]', async () => {
    const visit = await createVisit();
    const { id: serviceId, key: category } = await createService(api, business, { rounding: 'up' });
    await change(serviceId, { rounding: 'nearest' });
    const signed = { category, rounding: 'up', ...SEVEN };
    expectError(await send(visit, { ...signed, ...ONLINE }), 409, 'rounding_changed');
    const answer = await send(visit, signed);
    expect(answer.body).toMatchObject({ timeUnitsUsed: '1.00', rounding: 'up' });
    expect(await readArrived(answer)).toMatchObject({
      state: 'in-progress',
      checks: expect.arrayContaining(['rounding_changed']),
      entries: 0,
    });
    const [message] = await readMessages(visit);
    expect(message?.content).toContain(
      'so the units no longer match what was signed. Check the units before you and the client sign.',
    );
    await expectInvariants(api);
    expectError(await resubmit(visit, answer.body.id, signed), 409, 'rounding_changed');
    const again = await resubmit(visit, answer.body.id, { ...signed, rounding: 'nearest' });
    expect(again.body).toMatchObject({ status: 'pending', timeUnitsUsed: '0.00' });

    // The same units by both rules.
    const hour = { category, rounding: 'up', startTime: '12:00', endTime: '13:00' };
    expect((await send(visit, hour)).body).toMatchObject({ status: 'pending', timeUnitsUsed: '4.00' });
    await expectInvariants(api);
  });

  test('is sent back with both lengths when another one was signed [15.hours.1,2]', async () => {
    const visit = await createVisit();
    const times = { startTime: '09:00', endTime: '11:00' };
    const signed = { ...times, signedMinutes: 60, signedUnits: 4 };
    const message = 'The signed sheet showed 1 h and 4 units, but these times come to 2 h and 8 units.';
    const refused = await send(visit, { ...signed, ...ONLINE });
    expectError(refused, 409, 'units_changed');
    expect(refused.body).toMatchObject({
      message: `${message} Check the times and sign again.`,
      values: { signedMinutes: 60, signedUnits: '4.00', minutes: 120, units: '8.00' },
    });
    const answer = await send(visit, signed);
    expect(await readArrived(answer)).toMatchObject({
      state: 'in-progress',
      checks: expect.arrayContaining(['units_changed']),
      entries: 0,
    });
    expect(answer.body).toMatchObject({ minutes: 120, timeUnitsUsed: '8.00' });
    const remedy = 'Check the times before you and the client sign.';
    expect(answer.body.sentBackFor).toEqual([{ code: 'units_changed', message, remedy }]);
    const [mail] = await readMessages(visit);
    expect(mail?.content).toContain(`${message} ${remedy}`);
    const [listed] = await api.ok(visit.author.token, 'GET /api/notes/my');
    expect(listed?.sentBackFor).toEqual(answer.body.sentBackFor);

    const again = { ...times, signedMinutes: 120, signedUnits: '8' };
    for (const wrong of [{ signedMinutes: 119 }, { signedUnits: 7.5 }])
      expectError(await resubmit(visit, answer.body.id, { ...again, ...wrong }), 409, 'units_changed');
    expect((await resubmit(visit, answer.body.id, again)).body).toMatchObject({
      status: 'pending',
      sentBackFor: [],
    });
    await expectInvariants(api);
  });

  test('is accepted without the signed values, as an earlier release sends it [15.hours.3]', async () => {
    const visit = await createVisit();
    expect((await send(visit, {})).body.status).toBe('pending');
    expect((await send(visit, { startTime: '12:00', endTime: '13:00', ...ONLINE })).status).toBe(201);
    const twoDecimals = { path: 'signedUnits', message: 'Use at most two decimal places' };
    expectIssue(await send(visit, { signedUnits: 1.234 }), twoDecimals);
    expectError(await send(visit, { signedMinutes: -1 }), 400, 'invalid');
  });

  test('is sent back without the signature of the client when that is no longer allowed [13.capture.25]', async () => {
    const visit = await createVisit();
    const unsigned = {
      signer: { kind: 'none', reason: 'Asleep' },
      clientSignature: undefined,
      sealedCode: undefined,
    };
    expectIssue(await send(visit, { ...unsigned, capture: undefined }), {
      path: 'signer.kind',
      message: "Your business requires the client's signature",
    });
    const answer = await send(visit, unsigned);
    expect(await readArrived(answer)).toMatchObject({
      state: 'in-progress',
      checks: expect.arrayContaining(['unsigned']),
      entries: 0,
    });
    const [message] = await readMessages(visit);
    expect(message?.content).toContain(
      "Cleo Client did not sign. Your business requires the client's signature.",
    );
    expect((await resubmit(visit, answer.body.id, {})).body.status).toBe('pending');
    await expectInvariants(api);
  });

  test('keeps its times in the zone they were signed in after the business has another one [13.capture.122]', async () => {
    const moved = await createBusiness(api, { plan: 'professional', form: { timeZone: 'America/Chicago' } });
    const visits = useOfflineVisits(api, moved);
    const visit = await visits.createVisit();
    const setZone = (timeZone: string) =>
      api.ok(moved.admin.token, 'PUT /api/business', { body: { timeZone } });
    const signed = { timeZone: 'America/Chicago', startTime: '09:00', endTime: '10:00' };
    await setZone('America/New_York');
    expectError(await visits.send(visit, { ...signed, ...ONLINE }), 409, 'time_zone_changed');
    const receiptToken = randomBytes(32).toString('base64url');
    const answer = await visits.send(visit, { ...signed, receiptToken });
    expect(answer.body).toMatchObject({ status: 'pending', startTime: '09:00', minutes: 60 });
    const params = { id: answer.body.id };
    const { canonical } = await api.ok(moved.admin.token, 'GET /api/notes/:id/evidence', { params });
    expect(JSON.parse(canonical ?? '')).toMatchObject({ timeZone: 'America/Chicago' });
    const note = await api.ok(moved.admin.token, 'GET /api/notes/:id', { params });
    const receipt = await api.ok(null, 'GET /api/receipts/:token', { params: { token: receiptToken } });
    expect([note.timeZone, receipt.timeZone]).toEqual(['America/Chicago', 'America/Chicago']);
    const [entry] = await api.ok(visit.author.token, 'GET /api/time-entries/my');
    expect(entry?.startTime).toBe('2026-03-02T15:00:00.000Z');
    expectError(await resubmit(visit, answer.body.id, signed), 409, 'time_zone_changed');
    const again = await resubmit(visit, answer.body.id, { ...signed, timeZone: 'America/New_York' });
    expect([again.status, again.body.startTime]).toEqual([200, '09:00']);
    expectIssue(await visits.send(visit, { timeZone: 'Nowhere' }), {
      path: 'timeZone',
      message: 'Unknown time zone',
    });
  });

  test('answers its first note when it arrives again after the business has another time zone [13.capture.122]', async () => {
    const moved = await createBusiness(api, { plan: 'professional', form: { timeZone: 'America/Chicago' } });
    const visits = useOfflineVisits(api, moved);
    const visit = await visits.createVisit();
    const body = buildNoteForm(visit.client.id, {
      ...(await buildOfflineFields(api, { clientId: visit.client.id, offline: false })),
      timeZone: 'America/Chicago',
    });
    const first = await api.ok(visit.author.token, 'POST /api/notes', { body });
    await api.ok(moved.admin.token, 'PUT /api/business', { body: { timeZone: 'America/New_York' } });
    const again = await api.call(visit.author.token, 'POST /api/notes', { body });
    expect([again.status, again.body.id, again.body.different]).toEqual([200, first.id, undefined]);
  });
});
