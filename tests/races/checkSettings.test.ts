/** Settings of checks that change while notes are submitted, signed again, explained and decided. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { countOutcomes, listNumbers } from '#tests/support/helpers/concurrency.ts';
import { holdLock, listWriters, waitForLocks } from '#tests/support/helpers/locks.ts';

const api = useApi({ RATE_LIMITS: 'off' });
const ROUNDS = process.env['TESTS'] === 'all' ? 80 : 10;

const dayOf = (round: number) => new Date(Date.UTC(2025, 0, 1 + round)).toISOString().slice(0, 10);

/** Checks of undecided notes that do not follow from the settings of the business. */
const listWrong = (businessId: number) =>
  api.sql(
    `with undecided as (
       select n.id, n.author_id, n.client_id, n.work_date, t.start_time, t.end_time
       from notes n join time_entries t on t.business_id = n.business_id and t.note_id = n.id
       where n.business_id = $1 and n.deleted_at is null and n.status not in ('resolved', 'denied')
     ), counted as (
       select t.employee_id, n.client_id, n.work_date, t.start_time, t.end_time, t.minutes
       from notes n join time_entries t on t.business_id = n.business_id and t.note_id = n.id
       where n.business_id = $1 and t.reversed_at is null
     ), expected as (
       select u.id, 'client_overlap' as code, case when b.allow_two_employees then 'info' else 'warning' end as level,
         null::int as hours
       from undecided u, businesses b where b.id = $1 and exists (
         select from counted c where c.client_id = u.client_id and c.employee_id <> u.author_id
           and c.start_time < u.end_time and c.end_time > u.start_time)
       union all
       select u.id, 'author_long_day', 'warning', b.long_day_hours
       from undecided u, businesses b where b.id = $1 and b.long_day_hours * 60 < (
         select sum(minutes) from counted c where c.employee_id = u.author_id and c.work_date = u.work_date)
       union all
       select u.id, 'late_entry', 'info', b.late_entry_hours from undecided u, businesses b where b.id = $1
     ), stored as (
       select c.note_id, c.code, c.level, (c.detail ->> 'hours')::int as hours
       from note_checks c join undecided u on u.id = c.note_id
       where c.business_id = $1 and c.code in ('client_overlap', 'author_long_day', 'late_entry')
     )
     select coalesce(e.id, s.note_id) as note, coalesce(e.code, s.code) as code, e.level, s.level as stored_level,
       e.hours, s.hours as stored_hours
     from expected e full join stored s on s.note_id = e.id and s.code = e.code
     where (e.level, e.hours) is distinct from (s.level, s.hours)`,
    [businessId],
  );

test('settings that change during writes of notes cause no deadlock, and no check keeps an old setting [12.checks.40]', async () => {
  const business = await createBusiness(api, { plan: 'professional' });
  const { token } = business.admin;
  const client = await createClient(api, business, { totalTimeUnits: 20_000 });
  const authors = [await createPerson(api, business), await createPerson(api, business)] as const;
  for (const { id: employeeId } of authors) {
    await createAssignment(api, business, { clientId: client.id, employeeId });
  }
  const submit = (author: 0 | 1, workDate: string, startTime: string) => {
    const endTime = `${String(Number(startTime.slice(0, 2)) + 3).padStart(2, '0')}:00`;
    const body = buildNoteForm(client.id, { workDate, startTime, endTime });
    return api.call(authors[author].token, 'POST /api/notes', { body });
  };
  const change = (body: object) => api.call(token, 'PUT /api/business', { body });
  const review = (id: number, body: object) =>
    api.call(token, 'PATCH /api/notes/:id/review', { params: { id }, body });

  for (const round of listNumbers(ROUNDS)) {
    const [day, next] = [dayOf(2 * round), dayOf(2 * round + 1)];
    const stored = await Promise.all([submit(0, day, '08:00'), submit(1, day, '09:00')]);
    const [first = 0, second = 0] = stored.map(({ body }) => body.id);
    const isEven = round % 2 === 0;
    const answers = await Promise.all([
      submit(0, day, '12:00'),
      submit(0, next, '08:00'),
      change({ allowTwoEmployees: isEven }),
      submit(1, next, '09:00'),
      change({ longDayHours: isEven ? 5 : 14, lateEntryHours: isEven ? 24 : 48 }),
      submit(0, next, '12:00'),
      api.call(token, 'POST /api/notes/:id/checks/:code/explain', {
        params: { id: second, code: 'client_overlap' },
        body: { reason: 'Handover between visits' },
      }),
      round % 3 === 0
        ? review(first, { action: 'deny', reason: 'No' })
        : api.call(authors[0].token, 'PUT /api/notes/:id', {
            params: { id: first },
            body: buildNoteForm(client.id, { workDate: day, startTime: '08:00', endTime: '11:00' }),
          }),
    ]);
    // The note of the explained check may have been denied before.
    const { 200: ok = 0, 201: created = 0, not_found: missing = 0, ...others } = countOutcomes(answers);
    expect([ok + created + missing, others], `round ${round}`).toEqual([answers.length, {}]);
    expect(await listWrong(business.id), `round ${round}`).toEqual([]);
  }
  const [database] = await api.sql(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(database).toEqual({ deadlocks: 0 });
});

test('a change of settings writes the row of the business after the checks, because Citus then locks the table for all businesses until the commit', async () => {
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business);
  await createSignedNote(api, author, { clientId: client.id });
  const commit = await holdLock(api, 'select from note_checks where business_id = $1 for update', [
    business.id,
  ]);
  const body = { lateEntryHours: 24, weekStart: 3 };
  const changing = api.call(business.admin.token, 'PUT /api/business', { body });
  await waitForLocks(api, 1);
  expect(await listWriters(api, 'businesses')).toEqual([]);
  await commit();
  expect(await changing).toMatchObject({ status: 200, body });
});
