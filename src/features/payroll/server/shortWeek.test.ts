/** Payroll of a business that changed its week start: from Monday, March 9, 2026, after a week of a day. */

import { beforeAll, describe, expect, test } from 'vitest';
import { createBusiness, type Account } from '#tests/support/factories/businesses.ts';
import { createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';

const api = useApi();
/** Clocks go forward on Sunday, March 8, and that Sunday is the short week. */
const business = setUpOnce(() => createBusiness(api, { form: { timeZone: 'America/New_York' } }));
let eve: Account;

const SUNDAYS = ['2026-01-18', '2026-01-25', '2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22'];

beforeAll(async () => {
  const first = await createAssignedClient(api, business, { totalTimeUnits: 1000 });
  eve = first.author;
  const visit = (workDate: string, startTime: string, endTime: string) =>
    createSignedNote(api, eve, { clientId: first.client.id, workDate, startTime, endTime });
  // The last moments of each week, and the first ones.
  await visit('2026-03-07', '23:00', '00:10');
  await visit('2026-03-08', '00:00', '00:20');
  await visit('2026-03-08', '23:30', '00:10');
  await visit('2026-03-09', '00:00', '01:00');
  await visit('2026-03-15', '23:00', '00:30');
  await visit('2026-03-16', '00:00', '02:00');
});

const beginOnMondays = async () => {
  const insert = `insert into week_starts (business_id, from_date, week_start)
    values ($1, '2026-03-09', 1) on conflict do nothing`;
  await api.sql(insert, [business.id]);
};
const read = (week: string) => api.ok(eve.token, 'GET /api/payroll/my', { query: { week } });

/** Each week's first day and its minutes, without weeks of 0 minutes. */
async function listMinutes(week: string) {
  const { weeks, weekMinutes } = await read(week);
  return Object.fromEntries(
    weeks.map((start, index) => [start, weekMinutes[index]] as const).filter(([, minutes]) => minutes),
  );
}

test('payroll and exports of the weeks before a change stay as they are [11.week.3]', async () => {
  const [week, file] = [await read('2026-03-03'), await exportTotals('2026-02-01', '2026-03-07')];
  expect(week.week).toEqual({ start: '2026-03-01', end: '2026-03-07' });
  expect(await listMinutes('2026-03-14')).toEqual({ '2026-03-01': 70, '2026-03-08': 120 });
  await beginOnMondays();
  expect(await read('2026-03-03')).toEqual(week);
  expect(await exportTotals('2026-02-01', '2026-03-07')).toEqual(file);
});

describe('payroll around a short week [11.week.5]', () => {
  beforeAll(beginOnMondays);

  test('compares the short week with the one before, and the first new week with it', async () => {
    expect(await read('2026-03-08')).toMatchObject({
      week: { start: '2026-03-08', end: '2026-03-08' },
      previous: { start: '2026-03-01', end: '2026-03-07' },
      thisWeek: { minutes: 60, entries: 2 },
      lastWeek: { minutes: 70, entries: 1 },
      changeMinutes: -10,
      weeks: [...SUNDAYS, '2026-03-01', '2026-03-08'],
    });
    expect(await read('2026-03-15')).toMatchObject({
      week: { start: '2026-03-09', end: '2026-03-15' },
      previous: { start: '2026-03-08', end: '2026-03-08' },
      thisWeek: { minutes: 150, entries: 2 },
      lastWeek: { minutes: 60, entries: 2 },
      weeks: [...SUNDAYS.slice(1), '2026-03-01', '2026-03-08', '2026-03-09'],
    });
    expect((await read('2026-03-16')).week).toEqual({ start: '2026-03-16', end: '2026-03-22' });
  });

  test('counts each entry in exactly one week of the trend', async () => {
    expect(await listMinutes('2026-03-18')).toEqual({
      '2026-03-01': 70,
      '2026-03-08': 60,
      '2026-03-09': 150,
      '2026-03-16': 120,
    });
    const query = { week: '2026-03-18' };
    const all = await api.ok(business.admin.token, 'GET /api/payroll/week', { query });
    expect(all.total.weekMinutes.slice(-4)).toEqual([70, 60, 150, 120]);
    expect(all.total.lastWeek.entries).toBe(2);
  });

  test('counts unapproved entries of the short week', async () => {
    const query = { week: '2026-03-08' };
    expect((await api.ok(business.admin.token, 'GET /api/payroll/week', { query })).unapproved).toBe(2);
  });

  test.each([
    ['2026-03-08', ['2026-03-09T03:30:00.000Z', '2026-03-08T05:00:00.000Z']],
    ['2026-03-12', ['2026-03-16T03:00:00.000Z', '2026-03-09T04:00:00.000Z']],
  ])('lists the entries of the week of %s', async (week, starts) => {
    const entries = await api.ok(eve.token, 'GET /api/employees/:id/payroll/entries', {
      params: { id: eve.id },
      query: { week },
    });
    expect(entries.map(({ startTime }) => startTime)).toEqual(starts);
  });

  test('exports a row for the short week', async () => {
    expect(await exportTotals('2026-03-03', '2026-03-17')).toEqual([
      ['2026-03-03', '2026-03-07', '70'],
      ['2026-03-08', '2026-03-08', '60'],
      ['2026-03-09', '2026-03-15', '150'],
      ['2026-03-16', '2026-03-17', '120'],
    ]);
  });
});

/** The first day, last day and minutes of each row. */
async function exportTotals(from: string, to: string) {
  const query = { kind: 'people', from, to };
  const { body } = await api.call(eve.token, 'GET /api/payroll/export', { query });
  const [header = '', ...lines] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  const columns = ['First day', 'Last day', 'Minutes'].map((name) => header.split(',').indexOf(`"${name}"`));
  return lines.map((line) => columns.map((column) => line.split(',')[column]?.replaceAll('"', '')));
}
