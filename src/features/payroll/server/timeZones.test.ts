/** Work keeps its day when the time zone of the business changes. */

import { beforeEach, expect, test, vi } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { describeVisit, setTime, SETUP_TIME } from '#tests/support/factories/checkedNotes.ts';
import { closeTime } from '#tests/support/factories/closedPeriods.ts';
import { buildNoteForm, createAssignedClient, createSignedNote } from '#tests/support/factories/notes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { expectInvariants } from '#tests/support/helpers/expectInvariants.ts';

const api = useApi({ RATE_LIMITS: 'off' });

beforeEach(() => vi.restoreAllMocks());

type Visit = [workDate: string, startTime: string, endTime: string];

/** An agency in New York with visits, and calls about its weeks; it is March 20 afterwards. */
async function createAgency(...visits: Visit[]) {
  await setTime(api, SETUP_TIME);
  const business = await createBusiness(api, { form: { timeZone: 'America/New_York' } });
  const { author, client } = await createAssignedClient(api, business);
  const { token } = business.admin;
  await setTime(api, '2026-03-20T15:00:00Z');
  const form = ([workDate, startTime, endTime]: Visit, fields: object = {}) => ({
    workDate,
    startTime,
    endTime,
    description: describeVisit(),
    ...fields,
  });
  const work = (visit: Visit, fields?: object) =>
    createSignedNote(api, author, { clientId: client.id, ...form(visit, fields) });
  for (const visit of visits) await work(visit);
  return {
    business,
    work,
    tryWork: (visit: Visit, fields?: object) =>
      api.call(author.token, 'POST /api/notes', {
        body: buildNoteForm(client.id, form(visit, fields)),
      }),
    change: (settings: object) => api.ok(token, 'PUT /api/business', { body: settings }),
    read: async (week: string) => {
      const { total } = await api.ok(token, 'GET /api/payroll/week', { query: { week } });
      const { minutes, regularMinutes, overtimeMinutes, entries } = total.thisWeek;
      return { minutes, regularMinutes, overtimeMinutes, entries };
    },
    readEntries: (week: string) =>
      api.ok(token, 'GET /api/employees/:id/payroll/entries', {
        params: { id: author.id },
        query: { week },
      }),
    exportRows: async (query: Record<string, string>) => {
      const { body } = await api.call(token, 'GET /api/payroll/export', { query });
      return body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(3, 9).join());
    },
  };
}

const hours = (minutes: number, entries: number) => ({
  minutes,
  regularMinutes: minutes,
  overtimeMinutes: 0,
  entries,
});

test('a visit just after midnight stays out of the closed week when the zone moves west [15.settings.3]', async () => {
  const agency = await createAgency(['2026-03-15', '00:15', '01:15'], ['2026-03-14', '09:00', '10:00']);
  await closeTime(api, agency.business.admin, '2026-03-14');
  const read = async () => [
    await agency.read('2026-03-14'),
    await agency.read('2026-03-15'),
    await agency.exportRows({ from: '2026-03-08', to: '2026-03-14' }),
    await agency.exportRows({ from: '2026-03-08', to: '2026-03-14', kind: 'people' }),
    (await agency.readEntries('2026-03-14')).length,
  ];
  const before = await read();
  expect(before.slice(0, 2)).toEqual([hours(60, 1), hours(60, 1)]);
  await agency.change({ timeZone: 'America/Chicago' });
  expect(await read()).toEqual(before);
  await agency.change({ timeZone: 'Pacific/Kiritimati' });
  expect(await read()).toEqual(before);
  await expectInvariants(api);
});

test('a shift over midnight is divided at the midnight under which it was signed [15.settings.3]', async () => {
  const agency = await createAgency(['2026-03-14', '22:00', '02:30']);
  expect(await agency.read('2026-03-14')).toEqual({ ...hours(270, 1), regularMinutes: 120 });
  expect(await agency.read('2026-03-15')).toEqual({ ...hours(0, 0), regularMinutes: 150 });
  await agency.change({ timeZone: 'America/Los_Angeles' });
  expect(await agency.read('2026-03-14')).toEqual({ ...hours(270, 1), regularMinutes: 120 });
  expect(await agency.read('2026-03-15')).toEqual({ ...hours(0, 0), regularMinutes: 150 });
});

test('the new zone holds from today: earlier days are still signed in the old one [15.settings.4]', async () => {
  const agency = await createAgency(['2026-03-18', '09:00', '10:00']);
  const { timeZone, timeZones } = await agency.change({ timeZone: 'America/Chicago' });
  expect({ timeZone, timeZones }).toEqual({
    timeZone: 'America/Chicago',
    timeZones: [
      { from: '2000-01-01', timeZone: 'America/New_York' },
      { from: '2026-03-20', timeZone: 'America/Chicago' },
    ],
  });
  const noon: Visit = ['2026-03-19', '12:00', '13:00'];
  expectError(await agency.tryWork(noon, { timeZone: 'America/Chicago' }), 409, 'time_zone_changed');
  expect(await agency.work(noon)).toMatchObject({ timeZone: 'America/New_York' });
  const today: Visit = ['2026-03-20', '09:00', '09:30'];
  expectError(await agency.tryWork(today, { timeZone: 'America/New_York' }), 409, 'time_zone_changed');
  expect(await agency.work(today, { timeZone: 'America/Chicago' })).toMatchObject({
    timeZone: 'America/Chicago',
  });
  const entries = await agency.readEntries('2026-03-18');
  expect(entries.map(({ startTime, workDate, timeZone: zone }) => [startTime, workDate, zone])).toEqual([
    ['2026-03-20T14:00:00.000Z', '2026-03-20', 'America/Chicago'],
    ['2026-03-19T16:00:00.000Z', '2026-03-19', 'America/New_York'],
    ['2026-03-18T13:00:00.000Z', '2026-03-18', 'America/New_York'],
  ]);
  await agency.change({ timeZone: 'America/New_York' });
  expect(await agency.work(['2026-03-20', '11:00', '11:30'])).toMatchObject({
    timeZone: 'America/New_York',
  });
});

test('before the first note a zone holds for all days [15.settings.4]', async () => {
  const agency = await createAgency();
  expect((await agency.change({ timeZone: 'Europe/Berlin' })).timeZones).toEqual([]);
  expect(await agency.work(['2026-03-02', '09:00', '10:00'])).toMatchObject({ timeZone: 'Europe/Berlin' });
});

test('work at the hour that two days share counts once, and a night over the change counts in full [15.settings.5]', async () => {
  const agency = await createAgency(['2026-03-18', '09:00', '10:00']);
  await agency.change({ timeZone: 'America/Chicago' });
  // A day of March 19 in New York ends an hour before March 20 begins in Chicago.
  await agency.work(['2026-03-19', '22:00', '02:00']);
  expect(await agency.read('2026-03-20')).toEqual(hours(300, 2));
  await agency.change({ timeZone: 'America/New_York' });
  await setTime(api, '2026-03-21T15:00:00Z');
  await agency.change({ timeZone: 'America/Halifax' });
  // 11:15 to 11:45 p.m. in New York is 12:15 to 12:45 a.m. in Halifax.
  await agency.work(['2026-03-20', '23:15', '23:45']);
  await agency.work(['2026-03-21', '00:15', '00:45']);
  const { minutes, regularMinutes } = await agency.read('2026-03-20');
  expect({ minutes, regularMinutes }).toEqual({ minutes: 360, regularMinutes: 330 });
  await expectInvariants(api);
});
