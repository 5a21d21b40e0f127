/** Notes submitted concurrently against authorizations with a weekly cap, over HTTP on a real PostgreSQL server. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthorization } from '#tests/support/factories/authorizations.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm } from '#tests/support/factories/notes.ts';
import { createManagers } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { startParallelClients, type ParallelClients } from '#tests/support/helpers/parallelClients.ts';

const CONNECTIONS = 64;
const NOTES = process.env['TESTS'] === 'all' ? 500 : 100;
/** Each seed orders the visits in another way. */
const SEEDS = Number(process.env['AUTHORIZATION_SEEDS'] ?? 1);
const UNITS = NOTES / 5;
const WEEKLY_CAP = Math.floor(UNITS / 3);
const WEEKS = ['2026-03-01', '2026-03-08', '2026-03-15'];

const api = useApi({ RATE_LIMITS: 'off' });
let callers: ParallelClients;
beforeAll(async () => {
  callers = await startParallelClients(api, CONNECTIONS);
});
afterAll(async () => {
  callers.end();
});

/** A pseudorandom number from 0 to `below`, by the multiplier of Park and Miller. */
function toRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Visit {
  units: number;
  week: string;
}

const listVisits = (seed: number): Visit[] => {
  const random = toRandom(seed);
  return listNumbers(NOTES).map(() => ({ units: 1 + random(3), week: WEEKS[random(WEEKS.length)] ?? '' }));
};

test(
  '64 connections submit notes against two authorizations and a weekly cap: none is exceeded and nothing is lost [11.accounts.16 R-1]',
  { timeout: 120_000 + SEEDS * 60_000 },
  async ({ task }) => {
    for (const seed of listNumbers(SEEDS)) await submitAll(seed + 1);
    expect(await api.sql('select id from client_services where units_used > units_authorized')).toEqual([]);
    task.meta.metrics = { seeds: SEEDS, connections: CONNECTIONS, notes: NOTES * SEEDS, exceeded: 0 };
  },
);

test('notes that move between two clients in both directions at once are counted at their last client [11.accounts.10]', async () => {
  const business = await createBusiness(api, { plan: 'professional' });
  const [one, two] = [await createClient(api, business), await createClient(api, business)];
  for (const { id: clientId } of [one, two])
    await createAuthorization(api, business, { clientId, unitsAuthorized: 500 });
  const authors = await createManagers(api, business.id, CONNECTIONS);
  const send = (author: number, clientId: number, noteId?: number) => {
    const body = buildNoteForm(clientId, { endTime: '09:30' });
    const token = authors[author] ?? '';
    return noteId === undefined
      ? callers.call(token, 'POST /api/notes', { body })
      : callers.call(token, 'PUT /api/notes/:id', { params: { id: noteId }, body });
  };
  const clientOf = (author: number) => (author % 2 === 0 ? one.id : two.id);
  const authorIds = listNumbers(CONNECTIONS);
  const stored = await callConcurrently(
    CONNECTIONS,
    authorIds.map((author) => () => send(author, clientOf(author))),
  );
  const moved = await callConcurrently(
    CONNECTIONS,
    authorIds.map((author) => () => send(author, clientOf(author + 1), stored[author]?.body.id)),
  );
  expect(countOutcomes(moved)).toEqual({ 200: CONNECTIONS });
  const used = await api.sql('select units_used::int as used from client_services where business_id = $1', [
    business.id,
  ]);
  expect(used).toEqual([{ used: CONNECTIONS }, { used: CONNECTIONS }]);
  await expectInvariants(api);
});

async function submitAll(seed: number): Promise<void> {
  const business = await createBusiness(api, { plan: 'professional' });
  await api.ok(business.admin.token, 'PUT /api/business', { body: { overusePolicy: 'block' } });
  const client = await createClient(api, business, { totalTimeUnits: 1000 });
  const first = {
    clientId: client.id,
    unitsAuthorized: UNITS,
    expiryDate: '2026-06-30',
    unitsPerWeek: WEEKLY_CAP,
  };
  const capped = await createAuthorization(api, business, first);
  const open = await createAuthorization(api, business, { clientId: client.id, unitsAuthorized: UNITS });
  const authors = await createManagers(api, business.id, CONNECTIONS);
  const visits = listVisits(seed);
  const answers = await callConcurrently(
    CONNECTIONS,
    visits.map(({ units, week }, index) => {
      const endTime = ['09:15', '09:30', '09:45'][units - 1] ?? '';
      const body = buildNoteForm(client.id, { workDate: week, endTime });
      return () => callers.call(authors[index % authors.length] ?? '', 'POST /api/notes', { body });
    }),
  );
  const outcomes = countOutcomes(answers);
  const accepted = outcomes['201'] ?? 0;
  expect(accepted + (outcomes['not_enough_units'] ?? 0) + (outcomes['cap_exceeded'] ?? 0)).toBe(NOTES);

  const usage = await readUsage(business, client.id);
  const [cappedUse, openUse] = [usage.byAccount.get(capped.id) ?? 0, usage.byAccount.get(open.id) ?? 0];
  expect(cappedUse).toBeLessThanOrEqual(UNITS);
  expect(openUse).toBeLessThanOrEqual(UNITS);
  expect(usage.general).toBe(0);
  for (const week of WEEKS) expect(usage.byWeek.get(week) ?? 0).toBeLessThanOrEqual(WEEKLY_CAP);
  expect(usage.notes).toBe(accepted);
  // Remaining units only decrease, so a note that was refused does not fit in the end either.
  visits.forEach(({ units, week }, index) => {
    if (answers[index]?.status === 201) return;
    const left = Math.min(UNITS - cappedUse, WEEKLY_CAP - (usage.byWeek.get(week) ?? 0));
    expect(Math.max(left, UNITS - openUse)).toBeLessThan(units);
  });
  await expectInvariants(api);

  async function readUsage({ admin }: TestBusiness, clientId: number) {
    const { accounts } = await api.ok(admin.token, 'GET /api/clients/:id', { params: { id: clientId } });
    const weeks = await api.sql<{ week: string; units: number }>(
      `select work_date::text as week, sum(time_units_used)::int as units from notes
       where client_id = $1 and authorization_id = $2 group by 1`,
      [clientId, capped.id],
    );
    const [stored] = await api.sql<{ notes: number }>(
      'select count(*) as notes from notes where client_id = $1',
      [clientId],
    );
    return {
      byAccount: new Map(accounts.map(({ authorizationId, used }) => [authorizationId, Number(used)])),
      byWeek: new Map(weeks.map(({ week, units }) => [week, units])),
      general: Number(accounts.find(({ authorizationId }) => authorizationId === null)?.used),
      notes: stored?.notes ?? 0,
    };
  }
}
