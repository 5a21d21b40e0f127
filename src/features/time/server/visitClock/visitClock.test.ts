import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const other = setUpOnce(() => createBusiness(api));
const eve = setUpEach(() => createPerson(api, business, { role: 'admin' }));

const NOW = '2026-11-25T15:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

const start = (body: object = {}, by: Account = eve) =>
  api.call(by.token, 'POST /api/visit-clock/start', { body });
const end = (body: object = {}) => api.call(eve.token, 'POST /api/visit-clock/end', { body });
const cancel = (query: { visitId?: string } = {}) =>
  api.call(eve.token, 'DELETE /api/visit-clock', { query });
const read = (by: Account = eve) => api.ok(by.token, 'GET /api/visit-clock');

describe('a visit clock', () => {
  test('runs from its start to its end, with the client if one was chosen, for its user only [13.clock.1]', async () => {
    const client = await createClient(api, business);
    const sam = await createPerson(api, business, { role: 'admin' });
    await setTime(api, NOW);
    expect(await read()).toBeNull();
    const started = await start({ clientId: client.id });
    const visitId = expect.any(String);
    expect([started.status, started.body]).toEqual([201, { visitId, clientId: client.id, startedAt: NOW }]);
    expect(await read()).toEqual(started.body);
    expect(await read(sam)).toBeNull();
    expect((await start({}, sam)).body).toEqual({ visitId, clientId: null, startedAt: NOW });
    await setTime(api, after(72));
    const ended = await end();
    expect([ended.status, ended.body]).toEqual([200, { ...started.body, endedAt: after(72) }]);
    expect(await read()).toBeNull();
    expect(await read(sam)).not.toBeNull();
  });

  test('is refused a second start with 409 visit_running, and keeps its first one [13.clock.2]', async () => {
    await setTime(api, NOW);
    await start();
    await setTime(api, after(5));
    expectError(await start(), 409, 'visit_running');
    expect(await read()).toMatchObject({ startedAt: NOW });
  });

  test('is canceled at any time, and starts again after that [13.clock.3]', async () => {
    await setTime(api, NOW);
    await start();
    await setTime(api, after(60 * 24 * 30));
    expect((await cancel()).status).toBe(204);
    expect(await read()).toBeNull();
    expectError(await cancel(), 404, 'not_found');
    expectError(await end(), 409, 'visit_not_running');
    expect((await start()).status).toBe(201);
  });

  test('is not ended or canceled by a device that names another visit [13.clock.46]', async () => {
    const [earlier, later] = [randomUUID(), randomUUID()];
    await start({ visitId: earlier });
    await end();
    const started = await start({ visitId: later });
    expect(started.body.visitId).toBe(later);
    expectError(await end({ visitId: earlier }), 409, 'visit_not_running');
    expectError(await cancel({ visitId: earlier }), 404, 'not_found');
    expect(await read()).toEqual(started.body);
    expect((await end({ visitId: later.toUpperCase() })).body).toMatchObject(started.body);
    await start({ visitId: earlier });
    expect((await cancel({ visitId: earlier })).status).toBe(204);
    expect(await read()).toBeNull();
  });

  test('is not ended or canceled by the ID of it that a user of another business or a colleague sends [13.clock.46]', async () => {
    const visitId = randomUUID();
    const started = await start({ visitId });
    const colleague = await createPerson(api, business, { role: 'admin' });
    for (const { token } of [other.admin, colleague]) {
      const ended = await api.call(token, 'POST /api/visit-clock/end', { body: { visitId } });
      expectError(ended, 409, 'visit_not_running');
      const canceled = await api.call(token, 'DELETE /api/visit-clock', { query: { visitId } });
      expectError(canceled, 404, 'not_found');
    }
    // Devices choose them: another user may have the same one.
    expect((await start({ visitId }, colleague)).status).toBe(201);
    expect(await read()).toEqual(started.body);
  });

  test('that arrives again while it is running is answered as it was started [13.clock.47]', async () => {
    const visitId = randomUUID();
    await setTime(api, NOW);
    const first = await start({ visitId, startedAt: after(-30), deviceNow: NOW });
    await setTime(api, after(60 * 25));
    const again = await start({ visitId, startedAt: after(-30), deviceNow: after(60 * 25 + 10) });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expectError(await start({ visitId: randomUUID() }), 409, 'visit_running');
    expect((await start({ visitId: 'seven' })).error?.issues).toMatchObject([{ path: 'visitId' }]);
    const rows = await api.sql(`select action from audit_log where actor_id = $1 and object = 'visit'`, [
      eve.id,
    ]);
    expect(rows).toEqual([{ action: 'started' }]);
  });

  test('takes a start and an end that are sent later [13.clock.4]', async () => {
    await setTime(api, NOW);
    const week = 7 * 24 * 60;
    const started = await start({ startedAt: after(-week) });
    expect(started.body.startedAt).toBe(after(-week));
    const ended = await end({ endedAt: '2026-11-18T10:14:30-06:00' });
    expect(ended.body).toMatchObject({ startedAt: after(-week), endedAt: '2026-11-18T16:14:30.000Z' });
    // A device that is five minutes ahead.
    expect((await start({ startedAt: after(5) })).status).toBe(201);
    expect((await end()).body.endedAt).toBe(after(5));
  });

  test.each([
    ['a day fast', 24 * 60],
    ['a day slow', -24 * 60],
    ['ten minutes fast', 10],
  ])('measures by its own clock what a device that is %s sends later [13.clock.15]', async (_, minutes) => {
    await setTime(api, NOW);
    const onDevice = (at: number) => after(at + minutes);
    const started = await start({ startedAt: onDevice(-30), deviceNow: onDevice(0) });
    expect(started.body.startedAt).toBe(after(-30));
    const ended = await end({ endedAt: onDevice(-2), deviceNow: onDevice(0) });
    expect(ended.body.endedAt).toBe(after(-2));
    // The clock was corrected after the tap.
    expect((await start({ startedAt: after(20), deviceNow: after(0) })).body.startedAt).toBe(NOW);
    const early = await end({ endedAt: after(-90), deviceNow: after(0) });
    expect(early.body.endedAt).toBe(NOW);
  });

  test('answers 400 at a start or end that cannot be [13.clock.5]', async () => {
    await setTime(api, NOW);
    const future = { path: 'startedAt', message: 'The start must not be in the future' };
    expectIssue(await start({ startedAt: after(5.1) }), future);
    const old = { path: 'startedAt', message: 'The start must be within the last 7 days' };
    expectIssue(await start({ startedAt: after(-7 * 24 * 60 - 1) }), old);
    expectIssue(await start({ startedAt: NOW, deviceNow: after(7 * 24 * 60 + 1) }), old);
    for (const startedAt of ['2026-11-25T15:00', '', 5, null]) {
      expect((await start({ startedAt })).error?.issues).toMatchObject([{ path: 'startedAt' }]);
      const deviceNow = startedAt;
      expect((await start({ startedAt: NOW, deviceNow })).error?.issues).toMatchObject([
        { path: 'deviceNow' },
      ]);
    }
    expect(await read()).toBeNull();
    await start({ startedAt: after(-30) });
    const tooEarly = { path: 'endedAt', message: 'The end must not be before the start' };
    expectIssue(await end({ endedAt: after(-31) }), tooEarly);
    const tooLate = { path: 'endedAt', message: 'The end must not be in the future' };
    expectIssue(await end({ endedAt: after(5.1) }), tooLate);
    expect(await read()).toMatchObject({ clientId: null, startedAt: after(-30) });
  });

  test('answers 404 for a client of another business [13.clock.6]', async () => {
    const client = await createClient(api, other);
    expectError(await start({ clientId: client.id }), 404, 'not_found');
  });

  test('records start, end and cancellation in the audit log, without a position [13.clock.7 13.clock.8]', async () => {
    await setTime(api, NOW);
    await start({ latitude: 41.9, longitude: -87.6, position: '41.9,-87.6' });
    await end();
    await start();
    await cancel();
    const rows = await api.sql<{ action: string; details: object }>(
      `select action, details from audit_log where actor_id = $1 and object = 'visit' order by seq`,
      [eve.id],
    );
    const started = { clientId: null, startedAt: NOW };
    expect(rows).toEqual([
      { action: 'started', details: started },
      { action: 'ended', details: { ...started, endedAt: NOW } },
      { action: 'started', details: started },
      { action: 'canceled', details: started },
    ]);
    const columns = await api.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'visit_clocks' order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'business_id',
      'client_id',
      'created_at',
      'employee_id',
      'id',
      'started_at',
      'visit_id',
    ]);
  });
});
