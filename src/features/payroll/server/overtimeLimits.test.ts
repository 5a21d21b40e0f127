/** From when a changed overtime limit holds. */

import { beforeEach, expect, test, vi } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { describeVisit, setTime, SETUP_TIME } from '#tests/support/factories/checkedNotes.ts';
import { closeTime } from '#tests/support/factories/closedPeriods.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });

beforeEach(() => vi.restoreAllMocks());

/** 45 hours in each week from February 15 on, with weeks from Sunday; it is Friday, March 20. */
async function createLongWeeks(weeks: readonly string[] = ['2026-03-08', '2026-03-15']) {
  await setTime(api, SETUP_TIME);
  const business = await createBusiness(api);
  const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 5000 });
  const { token } = business.admin;
  await setTime(api, '2026-03-20T17:00:00Z');
  return {
    business,
    work: async () => {
      for (const week of weeks)
        for (const day of [1, 2, 3]) {
          const workDate = new Date(Date.parse(week) + day * 86_400_000).toISOString().slice(0, 10);
          const visit = { workDate, startTime: '06:00', endTime: '21:00', description: describeVisit() };
          await createSignedNote(api, author, { clientId: client.id, ...visit });
        }
    },
    change: (settings: object) => api.ok(token, 'PUT /api/business', { body: settings }),
    readOvertime: async (week: string) => {
      const { total, overtimeAfterHours } = await api.ok(token, 'GET /api/payroll/week', { query: { week } });
      return [overtimeAfterHours, total.thisWeek.overtimeMinutes / 60, total.lastWeek.overtimeMinutes / 60];
    },
  };
}

test('a limit holds from the current week, and earlier weeks keep theirs [15.settings.6]', async () => {
  const { work, change, readOvertime } = await createLongWeeks();
  await work();
  const { overtimeLimits } = await change({ overtimeAfterHours: 35 });
  expect(overtimeLimits).toEqual([
    { from: '2000-01-01', hours: 40 },
    { from: '2026-03-15', hours: 35 },
  ]);
  expect(await readOvertime('2026-03-15')).toEqual([35, 10, 5]);
  expect(await readOvertime('2026-03-08')).toEqual([40, 5, 0]);
  await change({ overtimeAfterHours: 44 });
  expect(await readOvertime('2026-03-15')).toEqual([44, 1, 5]);
});

test('where days of the current week are closed, a limit holds from the next week [15.settings.6]', async () => {
  const { business, work, change, readOvertime } = await createLongWeeks();
  await work();
  await closeTime(api, business.admin, '2026-03-16');
  expect((await change({ overtimeAfterHours: 35 })).overtimeLimits.at(-1)).toEqual({
    from: '2026-03-22',
    hours: 35,
  });
  expect(await readOvertime('2026-03-15')).toEqual([40, 5, 5]);
});

test('a week after a short one keeps the limit of the short one [15.settings.6]', async () => {
  await setTime(api, SETUP_TIME);
  const { business, work, change, readOvertime } = await createLongWeeks();
  await setTime(api, '2026-03-10T17:00:00Z');
  // Sunday, March 15, to Tuesday is a short week, and March 18 to 24 a whole one.
  await api.ok(business.admin.token, 'PUT /api/business', { body: { weekStart: 3 } });
  await setTime(api, '2026-03-20T17:00:00Z');
  await work();
  expect((await change({ overtimeAfterHours: 35 })).overtimeLimits.at(-1)?.from).toBe('2026-03-25');
  expect(await readOvertime('2026-03-18')).toMatchObject({ 0: 40 });
});

test('before the first note a limit holds for all weeks [15.settings.6]', async () => {
  const { work, change, readOvertime } = await createLongWeeks();
  expect((await change({ overtimeAfterHours: 35 })).overtimeLimits).toEqual([]);
  await work();
  expect(await readOvertime('2026-03-08')).toEqual([35, 10, 0]);
});
