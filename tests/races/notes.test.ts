/** Notes submitted and reviewed at once, through HTTP on a real PostgreSQL server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInBusiness } from '../../src/platform/server/tenancy.ts';
import { queriesOn } from '../../src/platform/server/database/database.ts';
import { startSession } from '../../src/features/sessions/server/service.ts';
import { verifyChain } from '../../src/features/audit/server/chainReads.ts';
import { startApi } from '../world/api.ts';
import type { Answer, Api } from '../world/api.ts';
import { aBusiness } from '../world/business.ts';
import { callersOf } from '../world/callers.ts';
import type { Callers } from '../world/callers.ts';
import { aClient, anAssignment } from '../world/clients.ts';
import { holding, waiting } from '../world/locks.ts';
import { aSignedNote, noteForm } from '../world/notes.ts';
import { aPerson } from '../world/people.ts';

const CONNECTIONS = 64;

let api: Api;
let callers: Callers;
beforeAll(async () => {
  api = await startApi({ RATE_LIMITS: 'off' });
  callers = await callersOf(api, CONNECTIONS);
});
afterAll(async () => {
  callers.end();
  await api.stop();
});

const range = (count: number) => Array.from({ length: count }, (_, place) => place);

/** Works through the tasks with so many at once, each in its own request. */
async function atOnce<T>(workers: number, tasks: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = tasks.entries();
  const results: T[] = [];
  const work = async () => {
    for (const [place, task] of waiting) results[place] = await task();
  };
  await Promise.all(range(workers).map(work));
  return results;
}

/** Units of a client are held from here on: whoever needs them waits until the answer is called. */
const holdingUnits = (clientId: number) =>
  holding(api, 'select from client_units where client_id = $1 for update', [clientId]);

/**
 * Says how many waited in vain, which happens only where the machine is far too busy, and sends those once more, a
 * few at a time.
 */
async function sentAgain<A extends Answer<unknown>>(tasks: (() => Promise<A>)[], first: A[]): Promise<A[]> {
  const late = tasks.filter((_, place) => first[place]?.error?.code === 'database_away');
  if (late.length === 0) return first;
  process.stdout.write(`${late.length} of ${tasks.length} notes waited longer than a statement may\n`);
  const heard = first.filter(({ error }) => error?.code !== 'database_away');
  return [...heard, ...(await atOnce(4, late))];
}

/** How many notes have moved units of a client. */
async function movementsOf(clientId: number): Promise<number> {
  const [row] = await api.sql<{ count: number }>(
    `select count(*) as count from unit_ledger where client_id = $1 and kind = 'note'`,
    [clientId],
  );
  return row?.count ?? 0;
}

function statuses(answers: Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const name = error ? `${status} ${error.code}` : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
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
  const queries = queriesOn(api.server.services.database.pool);
  const browser = { now: new Date(), ip: '127.0.0.1', userAgent: null };
  const started = people.map(({ id: userId }) =>
    startSession(queries, browser, { businessId, userId, role: 'manager' }),
  );
  return Promise.all(started);
}

async function chainOf(businessId: number) {
  const scope = { services: api.server.services, businessId, now: new Date(), ip: '127.0.0.1' };
  return readInBusiness(scope, (tx) => verifyChain(tx, businessId));
}

test(
  '64 connections submit 500 notes against 100 units: exactly what fits is taken',
  { timeout: 300_000 },
  async () => {
    const business = await aBusiness(api, { plan: 'professional' });
    const { token } = business.admin;
    await api.ok(token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
    const client = await aClient(api, business, { totalTimeUnits: 100 });
    const authors = await managersOf(business.id, CONNECTIONS);
    // Notes of 1, 2 and 3 units: what is left at the end is less than the smallest that was refused needs.
    const tasks = range(500).map((place) => {
      const author = authors[place % authors.length] ?? '';
      const endTime = ['09:15', '09:30', '09:45'][place % 3] ?? '';
      const body = noteForm(client.id, { endTime });
      return () => callers.call(author, 'POST /api/notes', { body });
    });
    const release = await holdingUnits(client.id);
    const sent = atOnce(CONNECTIONS, tasks);
    // Each has come over a connection of its own, and stands in a session of the database of its own.
    await waiting(api, CONNECTIONS);
    expect(await callers.open()).toBe(CONNECTIONS);
    await release();
    const first = await sent;
    // None but those that were answered so: who waited longer than a statement may (10 s) has left nothing behind.
    expect(await movementsOf(client.id)).toBe(first.filter(({ status }) => status === 201).length);

    const answers = await sentAgain(tasks, first);
    const taken = answers.filter(({ status }) => status === 201);
    expect(statuses(answers)).toEqual({ '201': taken.length, '409 not_enough_units': 500 - taken.length });
    const sum = taken.reduce((total, { body }) => total + Number(body.timeUnitsUsed), 0);
    // A note of one unit is refused only when none is left, and there were more than 100 of them.
    expect(sum).toBe(100);

    const params = { id: client.id };
    const now = await api.ok(token, 'GET /api/clients/:id', { params });
    expect(now).toMatchObject({ usedTimeUnits: '100.00', availableTimeUnits: '0.00' });
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
    expect(hours).toEqual({ entries: taken.length, units: 100 });
    const stats = await api.ok(token, 'GET /api/management/stats');
    expect(stats).toMatchObject({ pending: taken.length, total: taken.length });
    expect(await chainOf(business.id)).toMatchObject({ firstBad: null });
  },
);

test('two managers approve and deny the same note, 200 times: one wins each', async () => {
  const business = await aBusiness(api);
  const client = await aClient(api, business, { totalTimeUnits: 10_000 });
  const author = await aPerson(api, business);
  await anAssignment(api, business, { clientId: client.id, employeeId: author.id });
  const managers = await Promise.all([
    aPerson(api, business, { role: 'manager' }),
    aPerson(api, business, { role: 'manager' }),
  ]);
  const written = await atOnce(
    8,
    range(200).map(() => () => aSignedNote(api, author, { clientId: client.id, endTime: '09:15' })),
  );
  const pairs = await atOnce(
    8,
    written.map(({ id }) => () => {
      const review = (place: 0 | 1, body: unknown) =>
        api.call(managers[place].token, 'PATCH /api/notes/:id/review', { params: { id }, body });
      return Promise.all([review(0, { action: 'approve' }), review(1, { action: 'deny', reason: 'No' })]);
    }),
  );
  for (const pair of pairs) expect(statuses(pair)).toEqual({ '200': 1, '409 note_not_pending': 1 });

  const approved = pairs.filter(([approval]) => approval.status === 200).length;
  const stats = await api.ok(business.admin.token, 'GET /api/management/stats');
  expect(stats).toMatchObject({ pending: 0, approved, denied: 200 - approved, total: 200 });
  const now = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now.usedTimeUnits).toBe(`${approved}.00`);
  const [rows] = await api.sql(
    `select
      (select count(*) from messages where business_id = $1 and recipient_id = $2) as letters,
      (select count(*) from unit_ledger where business_id = $1 and kind = 'reversal') as reversals,
      (select count(*) from time_entries where business_id = $1 and reversed_at is not null) as reversed`,
    [business.id, author.id],
  );
  expect(rows).toEqual({ letters: 200, reversals: 200 - approved, reversed: 200 - approved });
  expect(await chainOf(business.id)).toMatchObject({ firstBad: null });
});

test('the same idempotency key ten times at once is one note', async () => {
  const business = await aBusiness(api);
  const client = await aClient(api, business);
  const call = { body: noteForm(client.id), headers: { 'idempotency-key': 'one-visit' } };
  const release = await holdingUnits(client.id);
  const sent = Promise.all(range(10).map(() => callers.call(business.admin.token, 'POST /api/notes', call)));
  // One of them at the units, the others at the key that it has taken.
  await waiting(api, 10);
  await release();
  const answers = await sent;
  expect(statuses(answers)).toEqual({ '201': 10 });
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await api.ok(business.admin.token, 'GET /api/notes')).toHaveLength(1);
  const now = await api.ok(business.admin.token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now.usedTimeUnits).toBe('9.00');
});

test('a note that is deleted, denied and signed anew at once gives its units back once', async () => {
  const business = await aBusiness(api);
  const { token } = business.admin;
  const client = await aClient(api, business, { totalTimeUnits: 1000 });
  const written = await atOnce(
    8,
    range(40).map(() => () => aSignedNote(api, business.admin, { clientId: client.id })),
  );
  const rounds = await atOnce(
    8,
    written.map(({ id }) => () => {
      const params = { id };
      return Promise.all<Answer<unknown>>([
        api.call(token, 'DELETE /api/notes/:id', { params }),
        api.call(token, 'PATCH /api/notes/:id/review', { params, body: { action: 'deny', reason: 'No' } }),
        api.call(token, 'PUT /api/notes/:id', { params, body: noteForm(client.id) }),
        api.call(token, 'DELETE /api/notes/:id', { params }),
      ]);
    }),
  );
  for (const answers of rounds) {
    for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  }
  const now = await api.ok(token, 'GET /api/clients/:id', { params: { id: client.id } });
  expect(now).toMatchObject({ usedTimeUnits: '0.00', availableTimeUnits: '1000.00' });
  expect(await api.ok(token, 'GET /api/management/stats')).toMatchObject({ pending: 0, denied: 0, total: 0 });
  expect(await api.ok(token, 'GET /api/time-entries/all')).toEqual([]);
  expect(await chainOf(business.id)).toMatchObject({ firstBad: null });
});
