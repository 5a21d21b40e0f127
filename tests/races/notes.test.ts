/** Notes submitted at once, through HTTP on a real PostgreSQL server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Queries } from '#platform/server/database/queries.ts';
import { startSession } from '#features/sessions/server/actions.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import { callConcurrently, listNumbers, countStatuses } from '#tests/support/helpers/concurrency.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { startParallelClients } from '#tests/support/helpers/parallelClients.ts';
import type { ParallelClients } from '#tests/support/helpers/parallelClients.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';

const CONNECTIONS = 64;
/** So many notes are sent at once, for a client that has a fifth as many units. */
const NOTES = process.env['TESTS'] === 'all' ? 500 : 150;
const UNITS = NOTES / 5;

const api = useApi({ RATE_LIMITS: 'off' });
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, CONNECTIONS);
});
afterAll(async () => {
  callers.end();
});

/** Locks the units of a client: writes that need them wait until the returned function is called. */
const holdingUnits = (clientId: number) =>
  holdLock(api, 'select from client_units where client_id = $1 for update', [clientId]);

/**
 * Prints how many ran into the statement timeout, which happens only on a machine that is far too busy, and sends
 * those once more, a few at a time.
 */
async function sentAgain<A extends ApiResponse<unknown>>(
  tasks: (() => Promise<A>)[],
  first: A[],
): Promise<A[]> {
  const late = tasks.filter((_, index) => first[index]?.error?.code === 'database_away');
  if (late.length === 0) return first;
  process.stdout.write(`${late.length} of ${tasks.length} notes waited longer than a statement may\n`);
  const answered = first.filter(({ error }) => error?.code !== 'database_away');
  return [...answered, ...(await callConcurrently(4, late))];
}

/** How many notes have moved units of a client. */
async function movementsOf(clientId: number): Promise<number> {
  const [row] = await api.sql<{ count: number }>(
    `select count(*) as count from unit_ledger where client_id = $1 and kind = 'note'`,
    [clientId],
  );
  return row?.count ?? 0;
}

/**
 * Signed-in managers, made below the calls: to hash so many passwords would take longer than the race.
 * @returns their tokens
 */
async function managersOf(businessId: number, count: number): Promise<string[]> {
  const people = await api.sql<{ id: number }>(
    `insert into users (business_id, username, password_hash, role)
     select $1::bigint, 'author-' || n, 'none', 'manager' from generate_series(1, $2) n returning id`,
    [businessId, count],
  );
  const queries = new Queries(api.server.services.database.pool);
  const browser = { now: new Date(), ip: '127.0.0.1', userAgent: null };
  const started = people.map(({ id: userId }) =>
    startSession(queries, browser, { businessId, userId, role: 'manager' }),
  );
  return Promise.all(started);
}

test(
  '64 connections submit five times as many notes as a client has units for: exactly what fits is taken [10.4.14 T14 R-1]',
  { timeout: 300_000 },
  async () => {
    const business = await createBusiness(api, { plan: 'professional' });
    const { token } = business.admin;
    await api.ok(token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    const client = await createClient(api, business, { totalTimeUnits: UNITS });
    const authors = await managersOf(business.id, CONNECTIONS);
    // Notes of 1, 2 and 3 units: what is left at the end is less than the smallest that was refused needs.
    const tasks = listNumbers(NOTES).map((index) => {
      const author = authors[index % authors.length] ?? '';
      const endTime = ['09:15', '09:30', '09:45'][index % 3] ?? '';
      const body = buildNoteForm(client.id, { endTime });
      return () => callers.call(author, 'POST /api/notes', { body });
    });
    const release = await holdingUnits(client.id);
    const sent = callConcurrently(CONNECTIONS, tasks);
    // Each has come over a connection of its own, and stands in a session of the database of its own.
    await waitForLocks(api, CONNECTIONS);
    expect(await callers.countConnections()).toBe(CONNECTIONS);
    await release();
    const first = await sent;
    // None but those that were answered so: who waited longer than a statement may (10 s) has left nothing behind.
    expect(await movementsOf(client.id)).toBe(first.filter(({ status }) => status === 201).length);

    const answers = await sentAgain(tasks, first);
    const taken = answers.filter(({ status }) => status === 201);
    expect(countStatuses(answers)).toEqual({
      '201': taken.length,
      '409 not_enough_units': NOTES - taken.length,
    });
    const sum = taken.reduce((total, { body }) => total + Number(body.timeUnitsUsed), 0);
    // A note of one unit is refused only when none is left, and there were more of them.
    expect(sum).toBe(UNITS);

    const params = { id: client.id };
    const now = await api.ok(token, 'GET /api/clients/:id', { params });
    expect(now).toMatchObject({ usedTimeUnits: `${UNITS}.00`, availableTimeUnits: '0.00' });
    const [ledger] = await api.sql(
      `select count(*) filter (where kind = 'note') as notes, sum(delta)::int as sum, min(balance_after)::int as least
     from unit_ledger where business_id = $1 and client_id = $2`,
      [business.id, client.id],
    );
    expect(ledger).toEqual({ notes: taken.length, sum: 0, least: 0 });
    const [hours] = await api.sql(
      'select count(*) as entries, sum(time_units)::int as units from time_entries where business_id = $1',
      [business.id],
    );
    expect(hours).toEqual({ entries: taken.length, units: UNITS });
    const stats = await api.ok(token, 'GET /api/management/stats');
    expect(stats).toMatchObject({ pending: taken.length, total: taken.length });
    await expectInvariants(api);
  },
);

test('the same idempotency key ten times at once is one note [10.5.4 T14 R-2]', async () => {
  const business = await createBusiness(api);
  const client = await createClient(api, business);
  const call = { body: buildNoteForm(client.id), headers: { 'idempotency-key': 'one-visit' } };
  const release = await holdingUnits(client.id);
  const sent = Promise.all(
    listNumbers(10).map(() => callers.call(business.admin.token, 'POST /api/notes', call)),
  );
  // One of them at the units, the others at the key that it has taken.
  await waitForLocks(api, 10);
  await release();
  const answers = await sent;
  expect(countStatuses(answers)).toEqual({ '201': 10 });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await api.ok(business.admin.token, 'GET /api/notes')).toHaveLength(1);
  const now = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now.usedTimeUnits).toBe('9.00');
});
