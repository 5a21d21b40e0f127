/** Closing a period while its notes are submitted, denied and deleted. */

import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createClient } from '#tests/support/factories/clients.ts';
import { closeTime } from '#tests/support/factories/closedPeriods.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { callConcurrently, countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';
import { holdLock, waitForLocks } from '#tests/support/helpers/locks.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** 200 in `npm run test:faults`. */
const ROUNDS = Number(process.env['PERIOD_ROUNDS'] ?? (process.env['TESTS'] === 'all' ? 200 : 20));
/** Concurrent writes of each round. */
const WRITES = 3;
const FIRST_DAY = '2025-01-01';

beforeAll(() => {
  api.server.services.database.pool.options.max = WRITES + 2;
});

const team = setUpEach(async () => {
  const business = await createBusiness(api);
  const [manager, client] = await Promise.all([
    createPerson(api, business, { role: 'manager' }),
    createClient(api, business, { totalTimeUnits: 10_000 }),
  ]);
  return { businessId: business.id, admin: business.admin, manager, client };
});

const token = () => team.admin.token;
const visitOn = (workDate: string) => buildNoteForm(team.client.id, { workDate, endTime: '09:15' });
const writeNote = async (workDate: string) =>
  (await createSignedNote(api, team.admin, { clientId: team.client.id, workDate, endTime: '09:15' })).id;

type Write = (day: string, id: number) => Promise<ApiResponse<unknown>>;

const submit: Write = (day) => api.call(token(), 'POST /api/notes', { body: visitOn(day) });
const deny: Write = (_, id) =>
  api.call(token(), 'PATCH /api/notes/:id/review', {
    params: { id },
    body: { action: 'deny', reason: 'No' },
  });
const remove: Write = (_, id) => api.call(token(), 'DELETE /api/notes/:id', { params: { id } });

/** All notes of the business through a day, with their units and hours. */
const readPeriod = (through: string) =>
  api.sql<{ id: number; status: string; deleted: boolean; units: number; minutes: number }>(
    `select note.id, note.status, note.deleted_at is not null as deleted, coalesce((
       select sum(delta) from unit_ledger where business_id = note.business_id and note_id = note.id), 0)::int as units,
       coalesce((select sum(minutes) from time_entries as entry where entry.business_id = note.business_id
         and entry.note_id = note.id and entry.reversed_at is null), 0)::int as minutes
     from notes as note where business_id = $1 and work_date <= $2 order by id`,
    [team.businessId, through],
  );

/** Expects that each note has its units and hours, or neither, and that the counts agree with the notes. */
async function expectConsistent(through: string): Promise<void> {
  const rows = await readPeriod(through);
  for (const { status, deleted, units, minutes } of rows)
    expect([units, minutes]).toEqual(deleted || status === 'denied' ? [0, 0] : [-1, 15]);
  const live = rows.filter(({ deleted }) => !deleted);
  const denied = live.filter(({ status }) => status === 'denied').length;
  const stats = await api.ok(token(), 'GET /api/management/stats');
  expect(stats).toMatchObject({ pending: live.length - denied, denied, total: live.length });
  const params = { id: team.client.id };
  const { usedTimeUnits } = await api.ok(token(), 'GET /api/clients/:id', { params });
  expect(usedTimeUnits).toBe(`${live.length - denied}.00`);
  await expectInvariants(api);
}

test.each([
  { action: 'submitted', write: submit, existing: 0 },
  { action: 'denied', write: deny, existing: WRITES },
  { action: 'deleted', write: remove, existing: WRITES },
])(
  'no note in a closed period is $action after it was closed [12.periods.12]',
  { timeout: 60_000 + ROUNDS * 2000 },
  async ({ write, existing }) => {
    const outcomes: ApiResponse<unknown>[] = [];
    for (const round of listNumbers(ROUNDS)) {
      const day = addDays(FIRST_DAY, round);
      const ids = await callConcurrently(
        WRITES,
        listNumbers(existing).map(() => () => writeNote(day)),
      );
      const close = async () => {
        await closeTime(api, team.manager, day);
        return readPeriod(day);
      };
      const writes = listNumbers(WRITES).map((index) => () => write(day, ids[index] ?? 0));
      // The closing is sent before the writes, or when the first of them has answered; sometimes they wait for its end.
      const position = round % (WRITES + 2);
      const isFirst = position > WRITES;
      const before = isFirst ? [] : writes.slice(0, position).map((send) => send());
      if (before.length > 0) await Promise.race(before);
      const closing = close();
      if (isFirst) await closing;
      const answers = await Promise.all([...before, ...writes.slice(before.length).map((send) => send())]);
      expect(await readPeriod(day)).toEqual(await closing);
      outcomes.push(...answers);
    }
    const { period_locked: refused = 0, ...successes } = countOutcomes(outcomes);
    expect(Object.keys(successes)).toHaveLength(1);
    const accepted = Object.values(successes)[0] ?? 0;
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(accepted + refused).toBe(ROUNDS * WRITES);
    await expectConsistent(addDays(FIRST_DAY, ROUNDS));
  },
);

const readClosing = async () => {
  const [row] = await api.sql<{ details: object }>(
    `select details from audit_log where business_id = $1 and action = 'period_closed'`,
    [team.businessId],
  );
  return row?.details;
};

test('closing waits for a note that is being submitted, and counts it [12.periods.3,12]', async () => {
  const release = await holdLock(
    api,
    'select from client_units where business_id = $1 and client_id = $2 for update',
    [team.businessId, team.client.id],
  );
  const submission = submit(FIRST_DAY, 0);
  await waitForLocks(api, 1);
  const body = { date: FIRST_DAY };
  const closing = api.call(team.manager.token, 'PUT /api/business/locked-through', { body });
  await waitForLocks(api, 2);
  await release();
  expect((await submission).status).toBe(201);
  expectError(await closing, 409, 'pending_notes');
  await closeTime(api, team.manager, FIRST_DAY);
  expect(await readClosing()).toMatchObject({ undecided: 1 });
});

test('a note that is submitted while its time is being closed is refused [12.periods.5,12]', async () => {
  const release = await holdLock(api, 'select from audit_heads where business_id = $1 for update', [
    team.businessId,
  ]);
  const closing = closeTime(api, team.manager, FIRST_DAY);
  await waitForLocks(api, 1);
  const submission = submit(FIRST_DAY, 0);
  await waitForLocks(api, 2);
  await release();
  expect((await closing).lockedThrough).toBe(FIRST_DAY);
  expectError(await submission, 409, 'period_locked');
  expect(await readClosing()).toMatchObject({ undecided: 0 });
});
