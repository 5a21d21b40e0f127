import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { clock } from '#platform/server/clock.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient as addClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { startSession } from '#tests/support/factories/people.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { captureStatements, isUnrelated } from '#tests/support/helpers/statements.ts';

/** A Wednesday; with the business's clocks it is 7:00. */
const NOW = new Date('2026-06-17T12:00:00Z');
const TODAY = '2026-06-17';
/** The Mondays of the last four whole weeks. */
const MONDAYS = ['2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08'];

const api = useApi({ RATE_LIMITS: 'off' });
let business: TestBusiness;
let admin: string;
beforeEach(async () => {
  setClock(NOW);
  business = await createBusiness(api);
  admin = business.admin.token;
});

/** Sets the server's clock until the test ends. */
const setClock = (now: Date) => vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));

const readForecast = (query: RequestOptions['query'] = {}) => api.call(admin, 'GET /api/forecast', { query });
const listStates = async () =>
  (await readForecast()).body.map(({ clientName, authorizationId, forecast }) => [
    clientName,
    authorizationId,
    forecast.state,
  ]);
const readAccounts = async (clientId: number) =>
  (await api.ok(admin, 'GET /api/clients/:id', { params: { id: clientId } })).accounts;

/** A client since January 2024, so that each week counts toward the pace. */
async function createClient(...[api, business, fields]: Parameters<typeof addClient>) {
  const client = await addClient(api, business, fields);
  await api.sql(`update clients set created_at = '2024-01-02' where id = $1`, [client.id]);
  return client;
}

/** Notes of 9 units each for the service 'sustaining', one on each day. */
async function work(clientId: number, days: readonly string[], fields: Record<string, unknown> = {}) {
  const notes = [];
  for (const workDate of days)
    notes.push(await createSignedNote(api, business.admin, { clientId, workDate, ...fields }));
  return notes;
}

describe('the forecast of an account', () => {
  test('has the pace of the last four whole weeks and the day on which the units run out [11.forecast.1,3]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 99 });
    await work(id, [...MONDAYS, '2026-06-15', '2026-05-16']);
    // 45 units are left, at 9 units a week for 35 days.
    expect(await readAccounts(id)).toMatchObject([
      {
        authorizationId: null,
        total: '99.00',
        used: '54.00',
        available: '45.00',
        lapsed: '0.00',
        forecast: { weeklyPace: '9.00', runsOutOn: '2026-07-22', state: 'on-track' },
      },
    ]);
  });

  test('has the weeks of the business, by its week start [11.forecast.1]', async () => {
    setClock(new Date('2026-04-01T12:00:00Z'));
    business = await createBusiness(api);
    await api.ok(business.admin.token, 'PUT /api/business', { body: { weekStart: 1 } });
    setClock(NOW);
    admin = await startSession(api, business.admin);
    business = { ...business, admin: { ...business.admin, token: admin } };
    const { id } = await createClient(api, business);
    // The last Sunday is in the week from June 8 when weeks begin on Monday.
    await work(id, ['2026-06-14']);
    expect((await readAccounts(id))[0]?.forecast?.weeklyPace).toBe('2.25');
    business = await createBusiness(api);
    admin = business.admin.token;
    const client = await createClient(api, business);
    await work(client.id, ['2026-06-14']);
    expect((await readAccounts(client.id))[0]?.forecast?.weeklyPace).toBe('0.00');
  });

  test('counts notes by work date, and none that was denied or deleted [11.forecast.9]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 500 });
    const [denied, deleted, approved] = await work(id, MONDAYS);
    const idOf = (note: typeof denied) => ({ params: { id: note?.id ?? 0 } });
    const deny = { ...idOf(denied), body: { action: 'deny', reason: 'No' } };
    await api.ok(admin, 'PATCH /api/notes/:id/review', deny);
    await api.ok(admin, 'DELETE /api/notes/:id', idOf(deleted));
    const approve = { action: 'approve', reason: 'The only manager' };
    await api.ok(admin, 'PATCH /api/notes/:id/review', { ...idOf(approved), body: approve });
    await api.ok(admin, 'DELETE /api/notes/:id', idOf(approved));
    // An approved note keeps its units when it is deleted.
    expect((await readAccounts(id))[0]?.forecast).toMatchObject({ unitsUsed: '18.00', weeklyPace: '4.50' });
  });

  test('counts the current version of a resubmitted note, of the account that it uses [11.forecast.9]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 500 });
    const [note] = await work(id, [MONDAYS[3] ?? '']);
    const { id: authorizationId } = await createAuthorization(api, business, {
      clientId: id,
      unitsAuthorized: 100,
    });
    await api.ok(admin, 'PATCH /api/notes/:id/review', {
      params: { id: note?.id ?? 0 },
      body: { action: 'return', comment: 'Again' },
    });
    const body = buildNoteForm(id, { workDate: MONDAYS[3], endTime: '10:00' });
    await api.ok(admin, 'PUT /api/notes/:id', { params: { id: note?.id ?? 0 }, body });
    const paces = (await readAccounts(id)).map((one) => [one.authorizationId, one.forecast?.weeklyPace]);
    expect(paces).toEqual([
      [null, '0.00'],
      [authorizationId, '1.00'],
    ]);
  });

  test.each([
    ['a leap day', '2028-02-28T18:00:00Z', '2028-03-02'],
    ['clocks that go forward', '2026-03-06T18:00:00Z', '2026-03-09'],
    ['clocks that go back', '2026-10-30T18:00:00Z', '2026-11-02'],
    ['the end of a month, shortly before midnight of the business', '2026-05-01T04:30:00Z', '2026-05-03'],
  ])('is three days away across %s [11.forecast.4]', async (_, now, runsOutOn) => {
    setClock(new Date(now));
    business = await createBusiness(api);
    admin = business.admin.token;
    const { id } = await createClient(api, business, { totalTimeUnits: 12 });
    const today = addDays(runsOutOn, -3);
    await work(id, [addDays(today, -10)]);
    // 3 of 12 units are left; 9 units in four weeks are 2.25 a week, so they last 9 days.
    expect((await readAccounts(id))[0]?.forecast?.runsOutOn).toBe(addDays(today, 9));
  });

  test('is for managers; employees see available units and a level of what has not lapsed [11.forecast.7,10]', async () => {
    const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 10 });
    const clientId = client.id;
    await createAuthorization(api, business, { clientId, unitsAuthorized: 7, reference: 'A-1' });
    await createAuthorization(api, business, {
      clientId,
      startDate: '2026-01-01',
      expiryDate: addDays(TODAY, -1),
    });
    const { accounts } = await api.ok(author.token, 'GET /api/clients/:id', { params: { id: clientId } });
    expect(accounts).toEqual([
      { serviceKey: null, available: '10.00', level: 'enough', inForce: { from: null, to: null } },
      { serviceKey: 'sustaining', available: '7.00', level: 'low', inForce: { from: null, to: null } },
    ]);
    for (const name of ['GET /api/forecast', 'GET /api/clients/:id/burn-down'] as const) {
      const parts = { params: { id: clientId }, query: { authorizationId: 'general' } };
      expect((await api.call(author.token, name, parts)).status).toBe(403);
    }
  });
});

describe('GET /api/forecast', () => {
  test('lists accounts that are not on track, worst first, then by the nearest day [11.forecast.11]', async () => {
    const day = (count: number) => addDays(TODAY, count);
    const create = async (name: string, fields: Record<string, unknown>, total = 0) => {
      const { id } = await createClient(api, business, { companyName: name, totalTimeUnits: total });
      return createAuthorization(api, business, { clientId: id, ...fields });
    };
    await createClient(api, business, { companyName: 'on track', totalTimeUnits: 100 });
    const first = await create('expiring first', { expiryDate: day(3) });
    const later = await create('expiring later', { expiryDate: day(30) });
    const underused = await create('underused', { startDate: day(-100), expiryDate: day(60) });
    const expired = await create('expired', { startDate: day(-100), expiryDate: day(-1) });
    const usedUp = await createClient(api, business, { companyName: 'used up', totalTimeUnits: 9 });
    await work(usedUp.id, [TODAY]);
    const low = await createClient(api, business, { companyName: 'low', totalTimeUnits: 10 });
    await work(low.id, [TODAY]);
    expect(await listStates()).toEqual([
      ['expired', expired.id, 'expired'],
      ['used up', null, 'exhausted'],
      ['expiring first', first.id, 'expiring'],
      ['expiring later', later.id, 'expiring'],
      ['low', null, 'running-low'],
      ['underused', underused.id, 'underused'],
    ]);
    const { body, headers } = await readForecast({ limit: 1 });
    expect(headers['x-total-count']).toBe('6');
    expect(body).toEqual([
      {
        clientId: expired.clientId,
        clientName: 'expired',
        clientContactName: 'Cleo Client',
        authorizationId: expired.id,
        serviceKey: 'sustaining',
        serviceName: 'Sustaining Services',
        reference: null,
        startDate: day(-100),
        expiryDate: day(-1),
        total: '20.00',
        used: '0.00',
        available: '20.00',
        lapsed: '20.00',
        forecast: {
          unitsUsed: '0.00',
          unitsAvailable: '20.00',
          weeklyPace: '0.00',
          paceWeeks: 4,
          runsOutOn: null,
          unitsLeftAtExpiry: '20.00',
          safePerWeek: '0.00',
          daysToExpiry: -1,
          state: 'expired',
        },
      },
    ]);
  });

  test('drops an account 30 days after it expired [11.forecast.11]', async () => {
    const { id } = await createClient(api, business, { companyName: 'C' });
    const authorize = (count: number) =>
      createAuthorization(api, business, { clientId: id, expiryDate: addDays(TODAY, count) });
    const [listed] = [await authorize(-30), await authorize(-31)];
    expect(await listStates()).toEqual([['C', listed.id, 'expired']]);
  });

  test('leaves out inactive and archived clients, and those of another business [11.forecast.11]', async () => {
    const [inactive, archived] = [await createClient(api, business), await createClient(api, business)];
    for (const { id } of [inactive, archived])
      await createAuthorization(api, business, { clientId: id, expiryDate: TODAY });
    await api.ok(admin, 'PUT /api/clients/:id', {
      params: { id: inactive.id },
      body: { status: 'inactive' },
    });
    await api.ok(admin, 'DELETE /api/clients/:id', { params: { id: archived.id } });
    const other = await createBusiness(api);
    const { id } = await createClient(api, other);
    await createAuthorization(api, other, { clientId: id, expiryDate: TODAY });
    expect(await listStates()).toEqual([]);
  });

  test('is paged in a stable order, and answers 400 to an invalid cursor [10.1.8]', async () => {
    for (const count of [1, 2, 3, 4, 5]) {
      const { id } = await createClient(api, business, { companyName: `C-${count}` });
      await createAuthorization(api, business, { clientId: id, expiryDate: addDays(TODAY, count % 3) });
    }
    const names: string[] = [];
    let url: string | undefined = '/api/forecast?limit=2';
    while (url !== undefined) {
      const { status, body, headers } = await api.send(admin, { method: 'GET', url });
      expect(status).toBe(200);
      names.push(...(body as { clientName: string }[]).map(({ clientName }) => clientName));
      url = /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
    }
    expect(names).toEqual(['C-3', 'C-1', 'C-4', 'C-2', 'C-5']);
    const { status, error } = await readForecast({ cursor: 'garbage' });
    expect([status, error?.issues?.[0]?.path]).toEqual([400, 'cursor']);
  });

  test('sends the same number of statements for any number of accounts [11.forecast.12]', async () => {
    const capture = captureStatements(api);
    const count = async () => (await capture(readForecast)).filter(({ text }) => !isUnrelated(text)).length;
    const { id } = await createClient(api, business);
    await createAuthorization(api, business, { clientId: id, expiryDate: TODAY });
    const before = await count();
    for (const name of ['A', 'B', 'C']) {
      const client = await createClient(api, business, { companyName: name });
      await createAuthorization(api, business, { clientId: client.id, expiryDate: TODAY });
      await work(client.id, ['2026-06-15']);
    }
    expect(await count()).toBe(before);
  });
});
