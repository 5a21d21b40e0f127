/** Regular and overtime minutes of weeks with clock changes, of overlapping visits, and of shifts over midnight and the end of the week. */

import { expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { setTime } from '#tests/support/factories/checkedNotes.ts';
import { createAssignment, createClient } from '#tests/support/factories/clients.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });

type Shift = [workDate: string, startTime: string, endTime: string];

/** An employee with these shifts, in New York. */
async function createShifts(...shifts: Shift[]) {
  const business = await createBusiness(api, { form: { timeZone: 'America/New_York' } });
  const { author, client } = await createAssignedClient(api, business, { totalTimeUnits: 10_000 });
  const companion = await createClient(api, business, { totalTimeUnits: 10_000 });
  await createAssignment(api, business, { clientId: companion.id, employeeId: author.id });
  let created = 0;
  /** In turn with two clients. */
  const work = async (...[workDate, startTime, endTime]: Shift) => {
    const clientId = (created++ % 2 === 0 ? client : companion).id;
    return createSignedNote(api, author, { clientId, workDate, startTime, endTime });
  };
  for (const shift of shifts) await work(...shift);
  const read = async (week: string) => {
    const { thisWeek, lastWeek } = await api.ok(author.token, 'GET /api/payroll/my', { query: { week } });
    const pick = ({ minutes, regularMinutes, overtimeMinutes }: typeof thisWeek) => ({
      minutes,
      regularMinutes,
      overtimeMinutes,
    });
    return { thisWeek: pick(thisWeek), lastWeek: pick(lastWeek) };
  };
  /** First day, entries, minutes, regular and overtime minutes of each row. */
  const readExport = async (from: string, to: string) => {
    const query = { kind: 'people', from, to } as const;
    const body = await api.ok(business.admin.token, 'GET /api/payroll/export', { query });
    const rows = body.trimEnd().split('\r\n').slice(1);
    return rows.map((row) => {
      const cells = row.split(',').map((cell) => cell.replaceAll('"', ''));
      return [cells[3], cells[6], cells[7], cells[9], cells[10]].join(' ');
    });
  };
  return { business, author, work, read, readExport };
}

const hours = (regular: number, overtime = 0, all = regular + overtime) => ({
  minutes: all * 60,
  regularMinutes: regular * 60,
  overtimeMinutes: overtime * 60,
});

test('a shift over the end of the week into the lost hour belongs to both weeks, with 2 and 5 hours [14.pay.1,2]', async () => {
  const { read, readExport } = await createShifts(['2026-03-07', '22:00', '06:00']);
  expect(await read('2026-03-08')).toEqual({ lastWeek: hours(2, 0, 7), thisWeek: hours(5, 0, 0) });
  expect(await readExport('2026-03-01', '2026-03-14')).toEqual([
    '2026-03-01 1 420 120 0',
    '2026-03-08 0 0 300 0',
  ]);
});

test('a shift over the end of the week into the repeated hour belongs to both weeks, with 2 and 7 hours [14.pay.1,2]', async () => {
  const { read } = await createShifts(['2026-10-31', '22:00', '06:00']);
  expect(await read('2026-11-01')).toEqual({ lastWeek: hours(2, 0, 9), thisWeek: hours(7, 0, 0) });
});

test('the hours after the 40th of a week are overtime, with true minutes in a week with a lost hour [14.pay.1]', async () => {
  // Sunday, March 8: 8 hours on the clock, 7 worked.
  const { read } = await createShifts(
    ['2026-03-08', '00:00', '08:00'],
    ['2026-03-09', '08:00', '17:00'],
    ['2026-03-10', '08:00', '17:00'],
    ['2026-03-11', '08:00', '17:00'],
    ['2026-03-12', '08:00', '17:10'],
  );
  const { thisWeek } = await read('2026-03-08');
  expect(thisWeek).toEqual({ minutes: 2590, regularMinutes: 2400, overtimeMinutes: 190 });
});

test('the repeated hour at the end of a week is the overtime of that week [14.pay.1]', async () => {
  // Weeks of Monday to Sunday, so that Sunday, November 1 is the last day.
  await setTime(api, '2026-01-05T15:00:00Z');
  const { business, work, read, readExport } = await createShifts();
  await api.ok(business.admin.token, 'PUT /api/business', { body: { weekStart: 1 } });
  await setTime(api, '2026-11-02T15:00:00Z');
  for (const day of ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29'])
    await work(day, '08:00', '17:00');
  await work('2026-10-30', '08:00', '09:00');
  // 37 hours until then. Three hours on the clock, four worked: 1:00 to 2:00 comes twice.
  await work('2026-11-01', '00:00', '03:00');
  expect((await read('2026-10-26')).thisWeek).toEqual(hours(40, 1));
  expect(await readExport('2026-10-26', '2026-11-01')).toEqual(['2026-10-26 6 2460 2400 60']);
  expect((await read('2026-11-02')).thisWeek).toEqual(hours(0));
});

test('an export that ends at a midnight within a week cuts a shift there, also within the overtime [14.pay.2,3]', async () => {
  const { readExport } = await createShifts(
    ['2026-03-15', '08:00', '22:00'],
    ['2026-03-16', '08:00', '22:00'],
    ['2026-03-17', '08:00', '19:00'],
    // The 40th hour ends at 11 p.m.
    ['2026-03-17', '22:00', '06:00'],
  );
  // The minutes of an entry are on its row as a whole, those to pay by the day on which they were worked.
  expect(await readExport('2026-03-15', '2026-03-17')).toEqual(['2026-03-15 4 2820 2400 60']);
  expect(await readExport('2026-03-18', '2026-03-21')).toEqual(['2026-03-18 0 0 0 360']);
  expect(await readExport('2026-03-17', '2026-03-17')).toEqual(['2026-03-17 2 1140 720 60']);
  expect(await readExport('2026-03-15', '2026-03-21')).toEqual(['2026-03-15 4 2820 2400 420']);
});

test('an export that begins within a week counts the overtime from the first day of that week [14.pay.3]', async () => {
  const { readExport } = await createShifts(
    ['2026-03-15', '08:00', '22:00'],
    ['2026-03-16', '08:00', '22:00'],
    ['2026-03-17', '08:00', '22:00'],
    ['2026-03-18', '08:00', '12:00'],
  );
  expect(await readExport('2026-03-15', '2026-03-21')).toEqual(['2026-03-15 4 2760 2400 360']);
  expect(await readExport('2026-03-17', '2026-03-21')).toEqual(['2026-03-17 2 1080 720 360']);
  expect(await readExport('2026-03-15', '2026-03-16')).toEqual(['2026-03-15 2 1680 1680 0']);
});

test.each<[title: string, shifts: Shift[], week: ReturnType<typeof hours>]>([
  [
    'three days of 8 hours with two clients at once are 24 regular hours',
    ['2026-04-06', '2026-04-07', '2026-04-08'].flatMap((day): Shift[] => [
      [day, '09:00', '17:00'],
      [day, '09:00', '17:00'],
    ]),
    hours(24, 0, 48),
  ],
  [
    'visits that overlap in part count from the first start to the last end',
    [
      ['2026-04-06', '09:00', '12:00'],
      ['2026-04-06', '11:00', '15:00'],
    ],
    hours(6, 0, 7),
  ],
  [
    'of three visits at once, one within the other, the longest counts, and a later one beside it',
    [
      ['2026-04-06', '09:00', '17:00'],
      ['2026-04-06', '10:00', '12:00'],
      ['2026-04-06', '11:00', '11:30'],
      ['2026-04-06', '18:00', '19:00'],
    ],
    hours(9, 0, 11.5),
  ],
  [
    'visits that begin where others end are not shortened, and overlaps make no overtime before it',
    [
      ['2026-04-06', '06:00', '14:00'],
      ['2026-04-06', '14:00', '22:00'],
      ['2026-04-07', '06:00', '22:00'],
      ['2026-04-07', '20:00', '23:00'],
      ['2026-04-08', '06:00', '16:00'],
    ],
    hours(40, 3, 45),
  ],
  [
    'visits that overlap over midnight count once on both days',
    [
      ['2026-04-06', '22:00', '02:00'],
      ['2026-04-06', '23:00', '01:00'],
      ['2026-04-07', '01:30', '03:00'],
    ],
    hours(5, 0, 7.5),
  ],
])('%s [14.pay.7]', async (_, shifts, week) => {
  const { read, readExport } = await createShifts(...shifts);
  expect((await read('2026-04-05')).thisWeek).toEqual(week);
  expect(await readExport('2026-04-05', '2026-04-11')).toEqual([
    ['2026-04-05', shifts.length, week.minutes, week.regularMinutes, week.overtimeMinutes].join(' '),
  ]);
});

test('visits that overlap over the end of the week count once in each of both weeks, for each employee [14.pay.2,7]', async () => {
  const night: Shift[] = [
    ['2026-04-11', '20:00', '04:00'],
    ['2026-04-11', '22:00', '06:00'],
  ];
  const { business, author, read, readExport } = await createShifts(...night);
  expect(await read('2026-04-12')).toEqual({ lastWeek: hours(4, 0, 16), thisWeek: hours(6, 0, 0) });
  // Another employee at the same time is paid for the same minutes.
  const other = await createAssignedClient(api, business);
  const fields = { clientId: other.client.id, workDate: '2026-04-11', startTime: '21:00', endTime: '23:00' };
  await createSignedNote(api, other.author, fields);
  expect((await readExport('2026-04-05', '2026-04-18')).toSorted()).toEqual([
    '2026-04-05 1 120 120 0',
    '2026-04-05 2 960 240 0',
    '2026-04-12 0 0 360 0',
  ]);
  const query = { week: '2026-04-12' };
  const { people, total } = await api.ok(business.admin.token, 'GET /api/payroll/week', { query });
  expect(people.find(({ employeeId }) => employeeId === author.id)?.thisWeek).toMatchObject(hours(6, 0, 0));
  expect(total.lastWeek).toMatchObject(hours(6, 0, 18));
});

test('the total of a week sums the overtime of each employee, and reversed work is in neither [14.pay.1]', async () => {
  const { business, author, work } = await createShifts(
    ['2026-04-05', '08:00', '22:00'],
    ['2026-04-06', '08:00', '22:00'],
    ['2026-04-07', '08:00', '22:00'],
  );
  const denied = await work('2026-04-08', '08:00', '12:00');
  const body = { action: 'deny', reason: 'Not this day' };
  await api.ok(business.admin.token, 'PATCH /api/notes/:id/review', { params: { id: denied.id }, body });
  const query = { week: '2026-04-05' };
  const answer = await api.ok(business.admin.token, 'GET /api/payroll/week', { query });
  expect(answer.overtimeAfterHours).toBe(40);
  expect(answer.total.thisWeek).toMatchObject(hours(40, 2));
  const own = answer.people.find(({ employeeId }) => employeeId === author.id);
  expect(own?.thisWeek).toMatchObject(hours(40, 2));
});

test.each([0, 169, 1.5])(
  'overtime after %d hours is refused at the field [14.pay.4]',
  async (overtimeAfterHours) => {
    const { admin } = await createBusiness(api);
    const { status, error } = await api.call(admin.token, 'PUT /api/business', {
      body: { overtimeAfterHours },
    });
    expect([status, error?.issues]).toEqual([
      400,
      [{ path: 'overtimeAfterHours', message: 'Enter whole hours from 1 to 168' }],
    ]);
  },
);
