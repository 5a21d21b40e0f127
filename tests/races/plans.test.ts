/**
 * What is asked all the time is planned once for each connection, not for each request: the same plan made anew takes
 * PostgreSQL several times as long as carrying it out. With as many rows as make a plan for given values look cheaper.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../world/api.ts';
import type { Api } from '../world/api.ts';
import { aBusiness } from '../world/business.ts';
import type { TestBusiness } from '../world/business.ts';
import { aSignedNote, aVisit } from '../world/notes.ts';

const CALLS = 40;

let api: Api;
let business: TestBusiness;
beforeAll(async () => {
  api = await startApi({ RATE_LIMITS: 'off' });
  business = await aBusiness(api);
  const { author, client } = await aVisit(api, business);
  const { id } = await aSignedNote(api, author, { clientId: client.id });
  await api.sql(
    `insert into notes select (jsonb_populate_record(note, jsonb_build_object(
         'id', note.id + nth, 'created_at', note.created_at + nth * interval '1 second'))).*
       from notes note, generate_series(1, 20000) nth where note.id = $1`,
    [id],
  );
  await api.sql(
    `insert into sessions (token_hash, business_id, user_id, role, created_at, last_used_at, expires_at)
       select sha256(convert_to(nth::text, 'utf8')), business_id, user_id, role, created_at, last_used_at, expires_at
       from (select * from sessions limit 1) one, generate_series(1, 20000) nth`,
  );
  await api.sql('vacuum analyze');
});
afterAll(() => api.stop());

/** How often all connections together planned a statement for the values at hand, and how often they took the plan for any. */
async function plansOf(words: string): Promise<{ anew: number; once: number }> {
  const { pool } = api.server.services.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    const counts = await Promise.all(
      clients.map((client) =>
        client.query<{ anew: number; once: number }>(
          `select coalesce(sum(custom_plans), 0)::int as anew, coalesce(sum(generic_plans), 0)::int as once
           from pg_prepared_statements where statement ~ $1`,
          [words],
        ),
      ),
    );
    const sumOf = (name: 'anew' | 'once') =>
      counts.reduce((sum, { rows }) => sum + (rows[0]?.[name] ?? 0), 0);
    return { anew: sumOf('anew'), once: sumOf('once') };
  } finally {
    for (const client of clients) client.release();
  }
}

test.each([
  ['a session', 'GET /api/auth/validate', {}, 'from "sessions" inner join "businesses"'],
  [
    'a page of notes of one status',
    'GET /api/management/notes',
    { query: { status: 'pending' } },
    '"notes"."status" = .* limit',
  ],
] as const)('%s is planned once', async (_, call, parts, words) => {
  for (let calls = 0; calls < CALLS; calls += 1) {
    const answer = await api.call(business.admin.token, call, parts);
    expect(answer.status).toBe(200);
  }
  const { anew, once } = await plansOf(words);
  expect(anew + once).toBeGreaterThanOrEqual(CALLS);
  // PostgreSQL tries five plans for values before it compares, and five more when its statistics are new.
  expect(once).toBeGreaterThan(anew);
});
