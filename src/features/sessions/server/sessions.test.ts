import DataLoader from 'dataloader';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashToken, newToken } from '#platform/server/secrets.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi, type RequestOptions } from '#tests/support/helpers/api.ts';
import { IS_CITUS } from '#tests/support/helpers/citus.ts';
import { setUpEach, setUpOnce } from '#tests/support/helpers/setUp.ts';
import { subtractInterval } from '#tests/support/helpers/sqlTime.ts';
import { captureStatements } from '#tests/support/helpers/statements.ts';
import { deleteOldSessions } from './actions.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { plan: 'professional' }));
const employee = setUpEach(() => createPerson(api, business));

const validate = async (token: string | null, parts: RequestOptions = {}) =>
  (await api.call(token, 'GET /api/auth/validate', parts)).status;
/** Moves the times of the person's sessions into the past. */
const age = (by: string) =>
  api.sql(
    `update sessions set ${['last_used_at', 'created_at', 'expires_at']
      .map((column) => `${column} = ${subtractInterval(column, '$2::interval')}`)
      .join()} where user_id = $1`,
    [employee.id, by],
  );
const sessionsOf = () =>
  api.sql<{ last_used_at: Date }>('select last_used_at from sessions where user_id = $1', [employee.id]);

test('the business in a token is only a hint: with another one the token is unknown [D-7]', async () => {
  const [id = '', random = ''] = employee.token.split(/-(.*)/);
  expect(Number(id)).toBe(business.id);
  expect(await validate(`${Number(id) + 1}-${random}`)).toBe(401);
  expect(await validate(random)).toBe(401);
  expect(await validate(employee.token)).toBe(200);
});

test('a token from before tokens named their business stays valid, until its session is ended', async ({
  skip,
}) => {
  skip(IS_CITUS, 'On Citus a session token without a business is unknown');
  const older = newToken();
  expect(older).toHaveLength(43);
  const values = [employee.id, hashToken(older)];
  await api.sql('update sessions set token_hash = $2 where user_id = $1', values);
  expect(await validate(employee.token)).toBe(401);
  expect(await validate(older)).toBe(200);
  await api.ok(older, 'POST /api/auth/logout');
  expect(await validate(older)).toBe(401);
});

describe('a session ends', () => {
  test('after 12 hours without use [10.2.6 S-8]', async () => {
    await age('11 hours 59 minutes');
    expect(await validate(employee.token)).toBe(200);
    await age('12 hours');
    expect(await validate(employee.token)).toBe(401);
  });

  test('after 30 days, even if it is in use [10.2.7 S-8]', async () => {
    const ended = subtractInterval('expires_at', `interval '30 days'`);
    await api.sql(`update sessions set expires_at = ${ended} where user_id = $1`, [employee.id]);
    expect(await validate(employee.token)).toBe(401);
  });

  test('when 20 newer ones exist [S-11]', async () => {
    const tokens = [employee.token];
    for (let index = 0; index < 19; index += 1) tokens.push(await startSession(api, employee));
    expect(await validate(employee.token)).toBe(200);
    tokens.push(await startSession(api, employee));
    const answers = await Promise.all(tokens.map((token) => validate(token)));
    expect(answers).toEqual([401, ...Array<number>(20).fill(200)]);
  });
});

test('a request extends the idle limit', async () => {
  await age('11 hours');
  expect(await validate(employee.token)).toBe(200);
  const [row] = await sessionsOf();
  expect(Date.now() - (row?.last_used_at.getTime() ?? 0)).toBeLessThan(60_000);
});

test('concurrent requests are each authorized by their own token', async () => {
  const ended = await createPerson(api, business);
  await api.call(ended.token, 'POST /api/auth/logout');
  const unauthenticated = { token: 'a'.repeat(43), id: null };
  const otherAdmin = (await createBusiness(api)).admin;
  const callers = Array.from({ length: 40 }, (_, n) => {
    const [token, id] = [
      [employee.token, employee.id],
      [business.admin.token, business.admin.id],
      [otherAdmin.token, otherAdmin.id],
      [ended.token, null],
      [unauthenticated.token, null],
    ][n % 5] as [string, number | null];
    return { token, id };
  });
  const answers = await Promise.all(callers.map(({ token }) => api.call(token, 'GET /api/auth/validate')));
  expect(answers.map(({ status, body }) => (status === 200 ? body.user?.id : null))).toEqual(
    callers.map(({ id }) => id),
  );
});

test('the sessions of requests that wait for a connection are looked up in one statement', async () => {
  const { lookups: pool } = api.server.services.database;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const release = () => clients.splice(0).forEach((client) => client.release());
  onTestFinished(() => {
    release();
    vi.restoreAllMocks();
  });
  const load = vi.spyOn(DataLoader.prototype, 'load');
  const waitForLoads = (count: number) => vi.waitFor(() => expect(load).toHaveBeenCalledTimes(count));
  const statements = await captureStatements(api)(async () => {
    const statuses = [validate(employee.token)];
    await waitForLoads(1);
    statuses.push(validate('a'.repeat(43)), validate(employee.token));
    await waitForLoads(3);
    statuses.push(validate(employee.token));
    await waitForLoads(4);
    release();
    expect(await Promise.all(statuses)).toEqual([200, 401, 200, 200]);
  });
  expect(statements.filter(({ text }) => text.includes('from "sessions"'))).toHaveLength(1);
});

test('a request within minutes of the last one writes nothing', async () => {
  const before = await sessionsOf();
  expect(await validate(employee.token)).toBe(200);
  expect(await sessionsOf()).toEqual(before);
});

describe('GET /api/auth/validate', () => {
  test.each([
    ['an unknown token', 'x'.repeat(43)],
    ['a short token', 'short'],
    ['an empty token', ''],
  ])('answers 401 for %s', async (_, token) => {
    expect(await validate(token)).toBe(401);
  });

  test('answers 401 for a token in the query [10.2.3 S-10]', async () => {
    expect(await validate(null, { query: { token: employee.token, access_token: employee.token } })).toBe(
      401,
    );
  });

  test('answers 401 for another scheme [10.2.3]', async () => {
    const authorization = `Basic ${Buffer.from(`${employee.username}:${employee.password}`).toString('base64')}`;
    expect(await validate(null, { headers: { authorization } })).toBe(401);
  });

  test('answers 401 for the hash in the database [10.2.2]', async () => {
    const [row] = await api.sql<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from sessions where user_id = $1`,
      [employee.id],
    );
    expect(await validate(row?.hash ?? '')).toBe(401);
  });
});

test('the scheduled job deletes sessions 7 days after their last use [S-38]', async () => {
  const { services } = api.server;
  const now = new Date();
  await age('6 days 23 hours');
  await deleteOldSessions(services, now);
  expect(await sessionsOf()).toHaveLength(1);
  await age('1 hour 1 minute');
  await deleteOldSessions(services, now);
  expect(await sessionsOf()).toEqual([]);
});

describe('a login', () => {
  const logIn = async (cookie?: string) => {
    const { username, password } = employee;
    const headers: Record<string, string> =
      cookie === undefined ? {} : { cookie: `quarterhour_read=${cookie}` };
    return (await api.ok(null, 'POST /api/auth/login', { body: { username, password }, headers })).token;
  };

  test('replaces the ended session of the same browser', async () => {
    await age('13 hours');
    await logIn();
    expect(await sessionsOf()).toHaveLength(2);
    await logIn(employee.token);
    expect(await sessionsOf()).toHaveLength(2);
  });

  test('ends no live session of the same browser', async () => {
    const token = await logIn(employee.token);
    expect([await validate(employee.token), await validate(token)]).toEqual([200, 200]);
  });

  test("keeps another person's ended session, whose cookie the browser has", async () => {
    const colleague = await createPerson(api, business);
    await age('13 hours');
    const { username, password } = colleague;
    const headers = { cookie: `quarterhour_read=${employee.token}` };
    await api.ok(null, 'POST /api/auth/login', { body: { username, password }, headers });
    expect(await sessionsOf()).toHaveLength(1);
  });

  test('deletes ended sessions before it ends live ones, when there are more than 20 [S-11]', async () => {
    const tokens: string[] = [];
    for (let index = 0; index < 19; index += 1) tokens.push(await startSession(api, employee));
    const newest = tokens.slice(9);
    await api.sql(
      `update sessions set last_used_at = ${subtractInterval('last_used_at', `interval '13 hours'`)}
       where user_id = $1 and token_hash = any($2)`,
      [employee.id, newest.map(hashToken)],
    );
    for (let index = 0; index < 10; index += 1) tokens.push(await startSession(api, employee));
    const live = [employee.token, ...tokens.slice(0, 9), ...tokens.slice(19)];
    expect(await Promise.all(live.map((token) => validate(token)))).toEqual(Array(20).fill(200));
    expect(await sessionsOf()).toHaveLength(20);
  });
});
