import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clock } from '#platform/server/clock.ts';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const NOW = new Date('2026-06-17T12:00:00Z');
const TODAY = '2026-06-17';

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

const burnDown = (clientId: number, authorizationId: number | 'general') =>
  api.call(admin, 'GET /api/clients/:id/burn-down', { params: { id: clientId }, query: { authorizationId } });

describe('GET /api/clients/:id/burn-down', () => {
  test('has the balance at the end of each day of the business, oldest first [11.forecast.13]', async () => {
    setClock(new Date('2026-06-14T12:00:00Z'));
    business = await createBusiness(api);
    const client = await createClient(api, business, { totalTimeUnits: 100 });
    const write = async (now: string) => {
      setClock(new Date(now));
      admin = await startSession(api, business.admin);
      await createSignedNote(api, { token: admin }, { clientId: client.id, workDate: '2026-06-10' });
    };
    await write('2026-06-16T04:30:00Z');
    await write('2026-06-16T05:30:00Z');
    await write('2026-06-16T12:00:00Z');
    const { body } = await burnDown(client.id, 'general');
    expect(body).toMatchObject({ startDate: null, expiryDate: null, total: '100.00' });
    expect(body.forecast).toMatchObject({ unitsAvailable: '73.00', state: 'on-track' });
    expect(body.points).toEqual([
      { day: '2026-06-14', available: '100.00' },
      { day: '2026-06-15', available: '91.00' },
      { day: '2026-06-16', available: '73.00' },
    ]);
  });

  test('keeps the accounts of a client apart [11.forecast.13]', async () => {
    const { id } = await createClient(api, business, { totalTimeUnits: 50 });
    const period = { startDate: '2026-06-01', expiryDate: '2026-12-31' };
    const authorization = await createAuthorization(api, business, { clientId: id, ...period });
    for (const workDate of ['2026-06-10', '2026-05-10'])
      await createSignedNote(api, business.admin, { clientId: id, workDate });
    expect((await burnDown(id, authorization.id)).body).toMatchObject({
      ...period,
      total: '20.00',
      points: [{ day: TODAY, available: '11.00' }],
    });
    expect((await burnDown(id, 'general')).body.points).toEqual([{ day: TODAY, available: '41.00' }]);
  });

  test('answers 404 to an unknown client, and to an authorization of another client or business, or without units', async () => {
    const [one, other] = [await createClient(api, business), await createClient(api, business)];
    const foreign = await createAuthorization(api, business, { clientId: other.id });
    const permission = await createAuthorization(api, business, {
      clientId: one.id,
      unitsAuthorized: null,
    });
    const rival = await createBusiness(api);
    const { id: rivalClient } = await createClient(api, rival);
    const rivalAuthorization = await createAuthorization(api, rival, { clientId: rivalClient });
    const answers = await Promise.all([
      burnDown(rivalClient, 'general'),
      burnDown(one.id, rivalAuthorization.id),
      burnDown(999_999, 'general'),
      burnDown(one.id, foreign.id),
      burnDown(one.id, permission.id),
      burnDown(one.id, 999_999),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    const query = { authorizationId: 'all' };
    const invalid = await api.call(admin, 'GET /api/clients/:id/burn-down', {
      params: { id: one.id },
      query,
    });
    expect([invalid.status, invalid.error?.issues?.[0]?.path]).toEqual([400, 'authorizationId']);
  });
});
