/** Weeks in the database, in time zones with every kind of clock change. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#platform/contract/days.ts';
import { startOfWeek } from '#platform/contract/weeks.ts';
import { dayInZone, startOfDay } from '#platform/contract/zone.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { createAssignedClient } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi();

const ZONES = [
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
  'Europe/Berlin',
];

/** Inserts an entry of one minute at each moment. */
async function entriesAt(
  business: number,
  work: { clientId: number; employeeId: number; zone: string },
  moments: Date[],
) {
  await api.sql(
    `insert into time_entries (business_id, client_id, employee_id, description, time_units, minutes, start_time, end_time, work_date, time_zone)
     select $1, $2, $3, 'Work', 1, 1, at, at + interval '1 minute', day, $6
     from unnest($4::timestamptz[], $5::date[]) as work (at, day)`,
    [
      business,
      work.clientId,
      work.employeeId,
      moments.map((moment) => moment.toISOString()),
      moments.map((moment) => dayInZone(moment, work.zone)),
      work.zone,
    ],
  );
}

test.each(ZONES)('in %s each entry counts in exactly one week [10.3.17 R-15]', async (zone) => {
  const business = await createBusiness(api, { form: { timeZone: zone } });
  const { author, client } = await createAssignedClient(api, business);
  const weeks = Array.from({ length: 48 }, (_, index) => addDays('2026-01-25', 7 * index));
  const bounds = weeks.map((week) => startOfDay(week, zone).getTime());
  const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
  const edges = bounds.flatMap((bound) => [bound - 1000, bound, bound + 1000]);
  const random = fc.sample(fc.integer({ min: first, max: last - 1 }), 500);
  const moments = [...edges, ...random].filter((at) => at >= first && at < last).map((at) => new Date(at));
  await entriesAt(business.id, { clientId: client.id, employeeId: author.id, zone }, moments);

  const expected = new Map<string, number>();
  for (const moment of moments) {
    const week = startOfWeek(dayInZone(moment, zone), []);
    expected.set(week, (expected.get(week) ?? 0) + 1);
  }
  const counted = new Map<string, number>();
  for (let last8 = 7; last8 < weeks.length; last8 += 8) {
    const query = { week: addDays(weeks[last8] ?? '', last8 % 7) };
    const answer = await api.ok(author.token, 'GET /api/payroll/my', { query });
    for (const [index, minutes] of answer.weekMinutes.entries()) {
      if (minutes > 0) counted.set(answer.weeks[index] ?? '', minutes);
    }
  }
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected));
  expect([...counted.values()].reduce((sum, one) => sum + one)).toBe(moments.length);
});

test("weeks match the database's calendar", async () => {
  const from = Date.UTC(2024, 0, 1);
  const moments = fc
    .sample(fc.integer({ min: from, max: Date.UTC(2027, 0, 1) }), 1000)
    .map((at) => new Date(at));
  for (const zone of ZONES) {
    const rows = await api.sql<{ week: string }>(
      `select to_char(date_trunc('day', at at time zone $2) - extract(dow from at at time zone $2) * interval '1 day',
         'YYYY-MM-DD') as week
       from unnest($1::timestamptz[]) with ordinality as moments (at, place) order by place`,
      [moments.map((moment) => moment.toISOString()), zone],
    );
    expect(rows.map(({ week }) => week)).toEqual(
      moments.map((moment) => startOfWeek(dayInZone(moment, zone), [])),
    );
  }
});
