/** Notes submitted concurrently over HTTP on a real PostgreSQL server. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createManagers } from '#tests/support/factories/people.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import {
  callConcurrently,
  countOutcomes,
  listNumbers,
  repeatConcurrently,
} from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { startParallelClients, type ParallelClients } from '#tests/support/helpers/parallelClients.ts';

const CONNECTIONS = 64;
/** Number of concurrent notes, for a client with a fifth as many units. */
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

/** Locks the units of a client until the returned function is called. */
const holdUnits = (businessId: number, clientId: number) =>
  holdLock(api, 'select from client_units where business_id = $1 and client_id = $2 for update', [
    businessId,
    clientId,
  ]);

/** Resends the notes that hit the statement timeout, which happens only on a busy machine. */
async function retryTimedOut<A extends ApiResponse<unknown>>(
  tasks: (() => Promise<A>)[],
  first: A[],
): Promise<A[]> {
  const late = tasks.filter((_, index) => first[index]?.error?.code === 'database_away');
  if (late.length === 0) return first;
  process.stdout.write(`${late.length} of ${tasks.length} notes ran into the statement timeout\n`);
  const answered = first.filter(({ error }) => error?.code !== 'database_away');
  return [...answered, ...(await callConcurrently(4, late))];
}

/** The number of ledger entries of notes of a client. */
async function countNoteEntries(clientId: number): Promise<number> {
  const [row] = await api.sql<{ count: number }>(
    `select count(*) as count from unit_ledger where client_id = $1 and kind = 'note'`,
    [clientId],
  );
  return row?.count ?? 0;
}

test(
  '64 connections submit five times as many notes as a client has units: exactly as many succeed as fit [10.4.14 T14 R-1]',
  { timeout: 300_000 },
  async () => {
    const business = await createBusiness(api, { plan: 'professional' });
    const { token } = business.admin;
    await api.ok(token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    const client = await createClient(api, business, { totalTimeUnits: UNITS });
    const authors = await createManagers(api, business.id, CONNECTIONS);
    // Notes of 1, 2 and 3 units.
    const tasks = listNumbers(NOTES).map((index) => {
      const author = authors[index % authors.length] ?? '';
      const endTime = ['09:15', '09:30', '09:45'][index % 3] ?? '';
      const body = buildNoteForm(client.id, { endTime });
      return () => callers.call(author, 'POST /api/notes', { body });
    });
    const release = await holdUnits(business.id, client.id);
    const sent = callConcurrently(CONNECTIONS, tasks);
    // Each has its own connection to the server and its own to the database.
    await waitForLocks(api, CONNECTIONS);
    expect(await callers.countConnections()).toBe(CONNECTIONS);
    await release();
    const first = await sent;
    // A note that hit the statement timeout has changed nothing.
    expect(await countNoteEntries(client.id)).toBe(first.filter(({ status }) => status === 201).length);

    const answers = await retryTimedOut(tasks, first);
    const accepted = answers.filter(({ status }) => status === 201);
    expect(countOutcomes(answers)).toEqual({
      201: accepted.length,
      not_enough_units: NOTES - accepted.length,
    });
    const sum = accepted.reduce((total, { body }) => total + Number(body.timeUnitsUsed), 0);
    // A note of one unit is refused only when no unit is left.
    expect(sum).toBe(UNITS);

    const params = { id: client.id };
    const now = await api.ok(token, 'GET /api/clients/:id', { params });
    expect(now).toMatchObject({ usedTimeUnits: `${UNITS}.00`, availableTimeUnits: '0.00' });
    const [ledger] = await api.sql(
      `select count(*) filter (where kind = 'note') as notes, sum(delta)::int as sum, min(balance_after)::int as least
     from unit_ledger where business_id = $1 and client_id = $2`,
      [business.id, client.id],
    );
    expect(ledger).toEqual({ notes: accepted.length, sum: 0, least: 0 });
    const [hours] = await api.sql(
      'select count(*) as entries, sum(time_units)::int as units from time_entries where business_id = $1',
      [business.id],
    );
    expect(hours).toEqual({ entries: accepted.length, units: UNITS });
    const stats = await api.ok(token, 'GET /api/management/stats');
    expect(stats).toMatchObject({ pending: accepted.length, total: accepted.length });
    await expectInvariants(api);
  },
);

test('ten concurrent requests with one idempotency key create one note [10.5.4 T14 R-2]', async () => {
  const business = await createBusiness(api);
  const client = await createClient(api, business);
  const call = { body: buildNoteForm(client.id), headers: { 'idempotency-key': 'one-visit' } };
  const release = await holdUnits(business.id, client.id);
  const sent = repeatConcurrently(10, () => callers.call(business.admin.token, 'POST /api/notes', call));
  // One waits for the units, the others for the key.
  await waitForLocks(api, 10);
  await release();
  const answers = await sent;
  expect(countOutcomes(answers)).toEqual({ 201: 10 });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await api.ok(business.admin.token, 'GET /api/notes')).toHaveLength(1);
  const now = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now.usedTimeUnits).toBe('9.00');
});
