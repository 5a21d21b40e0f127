import { beforeAll, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { startOfWeek, weekdayOf } from '#platform/contract/weeks.ts';
import { dayInZone, startOfDay } from '#platform/contract/zone.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createClient, createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api));
let eve: Account;
let kim: Account;
let clientId: number;

beforeAll(async () => {
  [eve, kim] = [await createPerson(api, business), await createPerson(api, business)];
  clientId = (await createClient(api, business)).id;
  for (const { id } of [eve, kim]) await createAssignment(api, business, { clientId, employeeId: id });
});

const readTotals = (who: Account) => api.ok(who.token, 'GET /api/dashboard');
const note = async (author: Account) => (await createSignedNote(api, author, { clientId })).id;
const review = (id: number, body: object) =>
  api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id }, body });

/** One second before a period begins, and its beginning. */
const around = (begin: Date) => ({ before: new Date(begin.getTime() - 1000), at: begin });

const NONE = { total: 0, pending: 0, resolved: 0, inProgress: 0, newThisWeek: 0, resolvedThisMonth: 0 };

test('GET /api/dashboard counts the notes that the caller sees [1.managers.16 6.rules.7]', async () => {
  expect(await readTotals(eve)).toEqual(NONE);
  const [approved, sentBack, denied, deleted] = [
    await note(eve),
    await note(eve),
    await note(eve),
    await note(eve),
  ];
  await note(kim);
  await review(approved, { action: 'approve' });
  await review(sentBack, { action: 'return', comment: 'Which bills?' });
  await review(denied, { action: 'deny', reason: 'Twice' });
  await api.ok(eve.token, 'DELETE /api/notes/:id', { params: { id: deleted } });

  const hers = { total: 3, pending: 0, resolved: 1, inProgress: 1, newThisWeek: 3, resolvedThisMonth: 1 };
  expect(await readTotals(eve)).toEqual(hers);
  expect(await readTotals(kim)).toEqual({ ...NONE, total: 1, pending: 1, newThisWeek: 1 });
  const all = { ...hers, total: 4, pending: 1, newThisWeek: 4 };
  expect(await readTotals(business.admin)).toEqual(all);
  expect(await readTotals((await createBusiness(api)).admin)).toEqual(NONE);
  expect((await api.call(null, 'GET /api/dashboard')).status).toBe(401);
});

test('weeks begin on Sunday and months on the first, in the zone of the business [2.dashboard.4 10.6.16]', async () => {
  const own = await createBusiness(api);
  const { id: client } = await createClient(api, own);
  const written = async () => (await createSignedNote(api, own.admin, { clientId: client })).id;
  const ids = [await written(), await written()];
  for (const id of ids) {
    const approve = { params: { id }, body: { reason: 'The only manager' } };
    await api.ok(own.admin.token, 'PATCH /api/management/notes/:id/approve', approve);
  }
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await api.ok(own.admin.token, 'PUT /api/business', { body: { timeZone } });
    const today = dayInZone(new Date(), timeZone);
    const week = around(startOfDay(startOfWeek(today, []), timeZone));
    const month = around(startOfDay(`${today.slice(0, 7)}-01`, timeZone));
    const set = (id: number | undefined, { created, reviewed }: { created: Date; reviewed: Date }) =>
      api.sql('update notes set created_at = $2, reviewed_at = $3 where id = $1', [id, created, reviewed]);
    await set(ids[0], { created: week.before, reviewed: month.before });
    await set(ids[1], { created: week.at, reviewed: month.at });
    expect(await readTotals(own.admin)).toEqual({
      ...NONE,
      total: 2,
      resolved: 2,
      newThisWeek: 1,
      resolvedThisMonth: 1,
    });
  }
});

test("'this week' follows the week start of the business [11.week.6]", async () => {
  const own = await createBusiness(api);
  const { id: client } = await createClient(api, own);
  const [before, since] = [
    (await createSignedNote(api, own.admin, { clientId: client })).id,
    (await createSignedNote(api, own.admin, { clientId: client })).id,
  ];
  const { timeZone } = await api.ok(own.admin.token, 'GET /api/business');
  const today = dayInZone(new Date(), timeZone);
  for (const daysAgo of [0, 2, 6]) {
    const start = addDays(today, -daysAgo);
    await api.sql('delete from week_starts where business_id = $1', [own.id]);
    await api.sql('insert into week_starts (business_id, from_date, week_start) values ($1, $2, $3)', [
      own.id,
      addDays(start, -70),
      weekdayOf(start),
    ]);
    const week = around(startOfDay(start, timeZone));
    await api.sql('update notes set created_at = $2 where id = $1', [before, week.before]);
    await api.sql('update notes set created_at = $2 where id = $1', [since, week.at]);
    expect(await readTotals(own.admin)).toEqual({ ...NONE, total: 2, pending: 2, newThisWeek: 1 });
  }
});
