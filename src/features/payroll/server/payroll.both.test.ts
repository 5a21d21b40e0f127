import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createAssignment } from '#tests/support/factories/clients.ts';
import { createSignedNote, createAssignedClient } from '#tests/support/factories/notes.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { countStatements } from '#tests/support/helpers/statements.ts';

const api = useApi();
const business = setUpOnce(() => createBusiness(api, { form: { timeZone: 'America/New_York' } }));
const sam = setUpOnce(() =>
  createPerson(api, business, {
    form: { firstName: 'Sam', lastName: 'Able', department: 'Care' },
  }),
);
let eve: Account;
let clientId: number;

/** Submits a note of 135 minutes, or 9 units, by default. */
const visit = (author: Account, workDate: string, fields: Record<string, unknown> = {}) =>
  createSignedNote(api, author, { clientId, workDate, title: workDate, ...fields });

beforeAll(async () => {
  const first = await createAssignedClient(api, business, { totalTimeUnits: 1000 });
  eve = first.author;
  clientId = first.client.id;
  await createAssignment(api, business, { clientId, employeeId: sam.id });
  // The week of the spring clock change: Sunday, March 8 has 23 hours.
  await visit(eve, '2026-03-07', { startTime: '22:00', endTime: '06:00' });
  await visit(eve, '2026-03-08', { startTime: '00:00', endTime: '00:50' });
  await visit(eve, '2026-03-14', { startTime: '23:30', endTime: '23:50' });
  await visit(eve, '2026-03-15', { startTime: '00:00', endTime: '01:00' });
  await visit(sam, '2026-03-03');
  const denied = await visit(sam, '2026-03-09');
  const body = { action: 'deny', reason: 'Not this day' };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id: denied.id }, body });
});

const week = (day: string) => ({ query: { week: day } });

test('a week counts its entries whose notes are not approved', async () => {
  const away = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, away);
  const note = (workDate: string) => createSignedNote(api, author, { clientId: client.id, workDate });
  const [approved] = await Promise.all(['2026-04-05', '2026-04-06', '2026-04-12'].map(note));
  const denied = await note('2026-04-07');
  const unapproved = async () =>
    (await api.ok(away.admin.token, 'GET /api/payroll/week', week('2026-04-05'))).unapproved;
  expect(await unapproved()).toBe(3);
  const review = (noteId: number, body: object) =>
    api.ok(away.admin.token, 'PATCH /api/notes/:id/review', { params: { id: noteId }, body });
  await review(approved?.id ?? 0, { action: 'approve' });
  await review(denied.id, { action: 'deny', reason: 'Not this day' });
  expect(await unapproved()).toBe(1);
});

describe('GET /api/payroll/week', () => {
  test('sums actual minutes and billed units by the start of the work, without reversed entries [9.units.3 9.weeks.2,3 10.3.18 10.4.21]', async () => {
    const answer = await api.ok(business.admin.token, 'GET /api/payroll/week', week('2026-03-11'));
    expect(answer).toMatchObject({
      timeZone: 'America/New_York',
      week: { start: '2026-03-08', end: '2026-03-14' },
      previous: { start: '2026-03-01', end: '2026-03-07' },
      monthName: '2026-03',
    });
    expect(answer.weeks).toHaveLength(8);
    expect(answer.weeks.at(-1)).toBe('2026-03-08');
    expect(answer.people.map(({ name }) => name)).toEqual(['Sam Able', 'Ada Owner', 'Eve Worker']);
    expect(answer.people.map(({ employeeId }) => employeeId)).toEqual([sam.id, business.admin.id, eve.id]);
    const [sams, ada, eves] = answer.people;
    expect(ada).toMatchObject({ thisWeek: { minutes: 0, units: '0.00', entries: 0 }, trend: 'same' });
    expect(eves).toMatchObject({
      employeeId: eve.id,
      department: 'Field',
      status: 'active',
      thisWeek: { minutes: 70, units: '6.00', entries: 2 },
      // Eight hours on the clock, seven worked.
      lastWeek: { minutes: 420, units: '28.00', entries: 1 },
      changeMinutes: -350,
      trend: 'down',
      month: { minutes: 550, units: '38.00', entries: 4 },
      weekMinutes: [0, 0, 0, 0, 0, 0, 420, 70],
    });
    expect(sams).toMatchObject({
      thisWeek: { entries: 0 },
      lastWeek: { minutes: 135, units: '9.00' },
      month: { minutes: 135, units: '9.00', entries: 1 },
    });
    expect(answer.total).toMatchObject({
      thisWeek: { minutes: 70, units: '6.00', entries: 2 },
      lastWeek: { minutes: 555, units: '37.00', entries: 2 },
      changeMinutes: -485,
      month: { minutes: 685, units: '47.00', entries: 5 },
      weekMinutes: [0, 0, 0, 0, 0, 0, 555, 70],
    });
  });

  test('accepts any day of a week and compares it with the previous one', async () => {
    const next = await api.ok(business.admin.token, 'GET /api/payroll/week', week('2026-03-21'));
    expect(next.week.start).toBe('2026-03-15');
    expect(next.people[2]).toMatchObject({ thisWeek: { minutes: 60 }, changeMinutes: -10, trend: 'down' });
    const before = await api.ok(business.admin.token, 'GET /api/payroll/week', week('2026-03-01'));
    expect(before.people[0]).toMatchObject({ changeMinutes: 135, trend: 'up' });
  });

  test('defaults to the current week', async () => {
    const today = dayInZone(new Date(), 'America/New_York');
    const answer = await api.ok(business.admin.token, 'GET /api/payroll/week');
    expect([startOfWeek(today, []), startOfWeek(addDays(today, 1), [])]).toContain(answer.week.start);
    expect([today.slice(0, 7), addDays(today, 1).slice(0, 7)]).toContain(answer.monthName);
  });

  test('includes inactive employees who worked in these weeks', async () => {
    const leaver = await createPerson(api, business, { form: { firstName: 'Gone' } });
    await createAssignment(api, business, { clientId, employeeId: leaver.id });
    await visit(leaver, '2026-01-06');
    await api.sql(`update users set status = 'inactive' where id = $1`, [leaver.id]);
    const names = async (day: string) =>
      (await api.ok(business.admin.token, 'GET /api/payroll/week', week(day))).people.map(({ name }) => name);
    expect(await names('2026-01-06')).toContain('Gone Worker');
    expect(await names('2026-06-02')).not.toContain('Gone Worker');
  });

  test('answers 403 to employees and 400 to an invalid day [6.capability.24]', async () => {
    expect((await api.call(eve.token, 'GET /api/payroll/week')).status).toBe(403);
    for (const day of ['soon', '2026-02-30', '1999-12-31', '2100-01-01']) {
      const { status, error } = await api.call(business.admin.token, 'GET /api/payroll/week', week(day));
      expect([status, error?.issues]).toEqual([
        400,
        [{ path: 'week', message: 'Choose a day between 2000 and 2099' }],
      ]);
    }
  });
});

describe('the payroll of an employee', () => {
  test('compares both weeks', async () => {
    const own = await api.ok(eve.token, 'GET /api/payroll/my', week('2026-03-08'));
    expect(own).toMatchObject({
      employeeId: eve.id,
      name: 'Eve Worker',
      thisWeek: { minutes: 70, units: '6.00', entries: 2 },
      lastWeek: { minutes: 420, units: '28.00', entries: 1 },
      changeMinutes: -350,
      trend: 'down',
      month: { minutes: 550, entries: 4 },
      averageMinutes: 245,
      totalUnits: '34.00',
      hasEntries: true,
    });
    const params = { id: eve.id };
    const managed = await api.ok(business.admin.token, 'GET /api/employees/:id/payroll', {
      params,
      ...week('2026-03-08'),
    });
    expect(managed).toEqual(own);
  });

  test('has no entries for a new employee', async () => {
    const newcomer = await createPerson(api, business);
    expect(await api.ok(newcomer.token, 'GET /api/payroll/my')).toMatchObject({ hasEntries: false });
    await api.sql('update users set status = $2 where id = $1', [newcomer.id, 'inactive']);
  });

  test('lists the entries of a week in pages', async () => {
    const name = 'GET /api/employees/:id/payroll/entries';
    const of = (query: Record<string, string | number>) =>
      api.call(eve.token, name, { params: { id: eve.id }, query: { week: '2026-03-10', ...query } });
    const first = await of({ limit: 1 });
    expect(first.body.map(({ startTime, minutes }) => [startTime, minutes])).toEqual([
      ['2026-03-15T03:30:00.000Z', 20],
    ]);
    expect(first.headers['x-total-count']).toBe('2');
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1] ?? '';
    const second = await of({ limit: 1, cursor: decodeURIComponent(cursor) });
    expect(second.body.map(({ startTime }) => startTime)).toEqual(['2026-03-08T05:00:00.000Z']);
    expect(second.headers['link']).toBeUndefined();
  });

  test.each(['GET /api/employees/:id/payroll', 'GET /api/employees/:id/payroll/entries'] as const)(
    '%s answers 403 to colleagues [6.capability.23]',
    async (name) => {
      const params = { id: eve.id };
      expect((await api.call(eve.token, name, { params })).status).toBe(200);
      expect((await api.call(business.admin.token, name, { params })).status).toBe(200);
      expect((await api.call(sam.token, name, { params })).status).toBe(403);
    },
  );
});

test('the number of statements does not grow with people and entries', async () => {
  const small = await createBusiness(api);
  for (const name of ['GET /api/payroll/week', 'GET /api/payroll/my'] as const) {
    const countOnce = (token: string) => countStatements(api, () => api.ok(token, name, week('2026-03-08')));
    // A scheduled job, such as the outbox, may send a statement in between, but not each time.
    const count = async (token: string) => Math.min(await countOnce(token), await countOnce(token));
    const few = await count(small.admin.token);
    expect(few).toBeGreaterThan(3);
    expect(await count(business.admin.token)).toBe(few);
  }
});
