/** PostgreSQL plans the session lookup once per connection, although a custom plan looks cheaper with many sessions. */

import type { PoolClient } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const SESSIONS = 20_000;
/** PostgreSQL makes five custom plans before it considers a generic one. */
const FIRST_CALLS = 10;
const CALLS = 20;

const api = useApi({ RATE_LIMITS: 'off' });
let business: TestBusiness;
beforeAll(async () => {
  business = await createBusiness(api);
  await api.sql(
    `insert into sessions (token_hash, business_id, user_id, role, created_at, last_used_at, expires_at)
       select sha256(convert_to(nth::text, 'utf8')), business_id, user_id, role, created_at, last_used_at, expires_at
       from (select * from sessions limit 1) one, generate_series(1, $1::int) nth`,
    [SESSIONS],
  );
  await api.sql('vacuum analyze');
  // Existing connections have plans from before.
  await eachConnection((client) => client.release(true));
});

async function eachConnection<Result>(work: (client: PoolClient) => Result): Promise<Awaited<Result>[]> {
  const { lookups: pool } = api.server.services.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  return Promise.all(clients.map(work));
}

/** How often the session lookup used a custom and a generic plan. */
async function countPlans(): Promise<{ custom: number; generic: number }> {
  const counts = await eachConnection(async (client) => {
    const { rows } = await client.query<{ custom: number; generic: number }>(
      `select coalesce(sum(custom_plans), 0)::int as custom, coalesce(sum(generic_plans), 0)::int as generic
       from pg_prepared_statements where statement ~ 'from "sessions" inner join "businesses"'`,
    );
    client.release();
    return rows[0] ?? { custom: 0, generic: 0 };
  });
  const none = { custom: 0, generic: 0 };
  return counts.reduce(
    (sum, one) => ({ custom: sum.custom + one.custom, generic: sum.generic + one.generic }),
    none,
  );
}

async function call(times: number): Promise<void> {
  for (let calls = 0; calls < times; calls += 1) {
    const answer = await api.call(business.admin.token, 'GET /api/auth/validate');
    expect(answer.status).toBe(200);
  }
}

test('the session lookup of a request uses a generic plan', async () => {
  await call(FIRST_CALLS);
  const before = await countPlans();
  await call(CALLS);
  const { custom, generic } = await countPlans();
  expect({ custom: custom - before.custom, generic: generic - before.generic }).toEqual({
    custom: 0,
    generic: CALLS,
  });
});
