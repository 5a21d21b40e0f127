/** The week start of a business, and when a change of it takes effect. */

import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { weekdayOf } from '#platform/contract/weeks.ts';
import { clockInZone, dayInZone } from '#platform/contract/zone.ts';
import { listZoneNames } from '#platform/contract/zoneNames.ts';
import { createBusiness, type TestBusiness } from '#tests/support/factories/businesses.ts';
import { createPerson, startSession } from '#tests/support/factories/people.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { repeatConcurrently } from '#tests/support/helpers/concurrency.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';

const api = useApi();
let business: TestBusiness;
let today: string;

/** A zone in which it is about noon, so that no test runs over midnight. */
function zoneAtNoon(): string {
  const isNoon = (zone: string) => clockInZone(new Date(), zone).time.startsWith('12');
  return listZoneNames().find(isNoon) ?? 'UTC';
}

beforeEach(async () => {
  const timeZone = zoneAtNoon();
  business = await createBusiness(api, { form: { timeZone } });
  today = dayInZone(new Date(), timeZone);
});

const read = () => api.ok(business.admin.token, 'GET /api/business');
const change = (body: object) => api.ok(business.admin.token, 'PUT /api/business', { body });
const send = (body: object, token = business.admin.token) => api.call(token, 'PUT /api/business', { body });

/** The first day from `day` on with this weekday. */
function nextWeekday(day: string, weekday: number): string {
  return weekdayOf(day) === weekday ? day : nextWeekday(addDays(day, 1), weekday);
}

/** The Sunday after today's week. */
const nextSunday = () => nextWeekday(addDays(today, 1), 0);

/** Stores a change as if it had been made earlier. */
const storeChange = (from: string, weekStart: number) =>
  api.sql('insert into week_starts (business_id, from_date, week_start) values ($1, $2, $3)', [
    business.id,
    from,
    weekStart,
  ]);

describe('the weeks of a business', () => {
  test('begin on Sunday until they are changed [11.week.1]', async () => {
    expect(await read()).toMatchObject({ weekStart: 0, weekStarts: [] });
    const { user } = await api.ok(business.admin.token, 'GET /api/auth/validate');
    expect(user.weekStarts).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'begin on weekday %i from the first such day after the current week on [11.week.1,2]',
    async (weekStart) => {
      const planned = { from: nextWeekday(addDays(nextSunday(), 1), weekStart), weekStart };
      const answer = await change({ weekStart });
      expect(answer).toMatchObject({ weekStart, weekStarts: [planned] });
      expect(await read()).toEqual(answer);
      const { user } = await api.ok(business.admin.token, 'GET /api/auth/validate');
      expect(user.weekStarts).toEqual([planned]);
      const employee = await createPerson(api, business);
      const login = { body: { username: employee.username, password: employee.password } };
      expect((await api.ok(null, 'POST /api/auth/login', login)).user.weekStarts).toEqual([planned]);
    },
  );

  test('change after the current week, as the business counted it before, and keep earlier weeks [11.week.2,3]', async () => {
    const earlier = { from: '2020-01-08', weekStart: 3 };
    await storeChange(earlier.from, earlier.weekStart);
    const nextWednesday = nextWeekday(addDays(today, 1), 3);
    const planned = { from: nextWeekday(addDays(nextWednesday, 1), 5), weekStart: 5 };
    expect((await change({ weekStart: 5 })).weekStarts).toEqual([earlier, planned]);
    expect((await change({ weekStart: 3 })).weekStarts).toEqual([earlier]);
  });

  test('change by the day in the new time zone of the business [11.week.2]', async () => {
    // Their days always differ.
    const [late, early] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
    const lateDay = dayInZone(new Date(), late);
    // The week ends there today, and has ended in the other zone.
    await storeChange(addDays(lateDay, -6), weekdayOf(addDays(lateDay, 1)));
    const weekStart = weekdayOf(addDays(lateDay, 2));
    expect((await change({ timeZone: late, weekStart })).weekStarts[1]?.from).toBe(addDays(lateDay, 2));
    await change({ weekStart: weekdayOf(addDays(lateDay, 1)) });
    expect((await change({ timeZone: early, weekStart })).weekStarts[1]?.from).toBe(addDays(lateDay, 9));
  });

  test('are those of each business [11.week.1]', async () => {
    await change({ weekStart: 1 });
    const other = await createBusiness(api);
    expect(await api.ok(other.admin.token, 'GET /api/business')).toMatchObject({
      weekStart: 0,
      weekStarts: [],
    });
    const { user } = await api.ok(await startSession(api, other.admin), 'GET /api/auth/validate');
    expect(user.weekStarts).toEqual([]);
  });
});

describe('a change that is not in effect yet [11.week.2]', () => {
  test('is replaced by another weekday, and removed by the one in effect', async () => {
    await change({ weekStart: 1 });
    const planned = { from: nextWeekday(nextSunday(), 4), weekStart: 4 };
    expect(await change({ weekStart: 4 })).toMatchObject({ weekStart: 4, weekStarts: [planned] });
    expect(await change({ weekStart: 0 })).toMatchObject({ weekStart: 0, weekStarts: [] });
  });

  test('keeps its date when the form is saved again during the short week before it', async () => {
    const tomorrow = addDays(today, 1);
    await storeChange('2020-01-01', weekdayOf(addDays(today, -2)));
    await storeChange(tomorrow, weekdayOf(tomorrow));
    const before = await read();
    const answer = await change({ weekStart: weekdayOf(tomorrow), phone: '555 0111' });
    expect(answer).toEqual({ ...before, phone: '555 0111', updatedAt: expect.any(String) });
  });

  test('stays when other settings change', async () => {
    const { weekStarts } = await change({ weekStart: 2 });
    expect(await change({ overusePolicy: 'block' })).toMatchObject({ weekStart: 2, weekStarts });
  });
});

describe('the week start', () => {
  test.each([-1, 7, 1.5, '1', null])('%j is rejected with 400 [11.week.1]', async (weekStart) => {
    expectIssue(await send({ weekStart }), { path: 'weekStart', message: 'Please select a day of the week' });
    expect((await read()).weekStarts).toEqual([]);
  });

  test('is changed by managers only [11.week.1]', async () => {
    const employee = await createPerson(api, business);
    expect((await send({ weekStart: 1 }, employee.token)).status).toBe(403);
    const manager = await createPerson(api, business, { role: 'manager' });
    expect((await send({ weekStart: 1 }, manager.token)).status).toBe(200);
    expect((await api.ok(employee.token, 'GET /api/business')).weekStart).toBe(1);
  });

  test('and its date are in the audit log [11.week.2]', async () => {
    const { weekStarts } = await change({ weekStart: 1 });
    const [row] = await api.ok(business.admin.token, 'GET /api/audit', { query: { object: 'business' } });
    expect(row).toMatchObject({
      action: 'changed',
      actorId: business.admin.id,
      details: { changed: ['weekStart'], weekStart: 1, weekStartFrom: weekStarts[0]?.from },
    });
  });

  test('is one of those that two managers choose at the same time [11.week.4]', async () => {
    const manager = await createPerson(api, business, { role: 'manager' });
    const answers = await repeatConcurrently(24, (index) =>
      send({ weekStart: index % 7 }, index % 2 ? manager.token : business.admin.token),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { body } of answers) expect(body.weekStarts).toHaveLength(body.weekStart === 0 ? 0 : 1);
    const { weekStart, weekStarts } = await read();
    expect(weekStarts).toEqual(
      weekStart === 0 ? [] : [{ from: nextWeekday(addDays(nextSunday(), 1), weekStart), weekStart }],
    );
  });
});
