/** Billed units beside the minutes, by employee and week, in the API and in both kinds of export. */

import { expect, test } from 'vitest';
import { buildOfflineFields } from '#tests/support/factories/captures.ts';
import { buildNoteForm, createSignedNote } from '#tests/support/factories/notes.ts';
import { createDispute } from '#tests/support/factories/receipts.ts';
import { createReviewScenario } from '#tests/support/factories/reviewedNotes.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpOnce } from '#tests/support/helpers/setUp.ts';
import { readSheet } from '#tests/support/helpers/xlsx.ts';

const api = useApi({ RATE_LIMITS: 'off' });

/** Saturday, March 14: 22:00 to 00:20, of which 20 minutes are in the next week, and 30 minutes on that Sunday. */
const visit = setUpOnce(async () => {
  const scenario = await createReviewScenario(api);
  const write = (workDate: string, startTime: string, endTime: string) =>
    createSignedNote(api, scenario.author, { clientId: scenario.clientId, workDate, startTime, endTime });
  await write('2026-03-14', '22:00', '00:20');
  const approved = await write('2026-03-13', '23:50', '00:10');
  await scenario.review(approved.id, { action: 'approve' });
  const denied = await write('2026-03-12', '09:00', '12:00');
  await scenario.review(denied.id, { action: 'deny', reason: 'Not this day' });
  const disputed = await write('2026-03-15', '09:00', '09:30');
  return { ...scenario, disputed };
});

/** The work of the author in a week, and that of all employees. */
async function readWeek(week: string) {
  const { manager, author } = visit;
  const { people, total } = await api.ok(manager.token, 'GET /api/payroll/week', { query: { week } });
  const own = people.find(({ employeeId }) => employeeId === author.id);
  if (!own) throw new Error('The author has no row');
  expect(total.thisWeek).toEqual(own.thisWeek);
  const of = await api.ok(author.token, 'GET /api/payroll/my', { query: { week } });
  expect(of.thisWeek).toEqual(own.thisWeek);
  return own;
}

/** The values of a column in each row of a file. */
async function readColumn(
  kind: 'entries' | 'people',
  format: 'csv' | 'xlsx',
  { days = 'from=2026-03-08&to=2026-03-21', header = 'Billed units' } = {},
) {
  const { rawPayload } = await api.server.app.inject({
    method: 'GET',
    url: `/api/payroll/export?kind=${kind}&format=${format}&${days}`,
    cookies: { quarterhour_read: visit.manager.token },
  });
  const [columns = [], ...rows] =
    format === 'xlsx'
      ? (await readSheet(rawPayload)).rows
      : rawPayload
          .toString('utf8')
          .replace('\uFEFF', '')
          .trimEnd()
          .split('\r\n')
          .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  return rows.map((row) => row[columns.indexOf(header)]);
}

test('units of a shift over midnight stay in the week in which it began, and those of a denied note in none [14.pay.6]', async () => {
  expect((await readWeek('2026-03-08')).thisWeek).toEqual({
    // 2 h 20 min are 10 units, of which 20 minutes were worked in the next week; 20 minutes are 2 units.
    minutes: 160,
    regularMinutes: 140,
    overtimeMinutes: 0,
    units: '12.00',
    billedUnits: '12.00',
    entries: 2,
  });
  const { thisWeek, month } = await readWeek('2026-03-15');
  expect(thisWeek).toMatchObject({ minutes: 30, regularMinutes: 50, billedUnits: '2.00' });
  expect(month).toMatchObject({ minutes: 190, billedUnits: '14.00' });
});

test('both kinds of export have the billed units, as CSV and as XLSX [14.pay.6]', async () => {
  // Work of the denied note has a row of its own, without units.
  expect(await readColumn('people', 'csv')).toEqual(['12', '2', '']);
  expect(await readColumn('entries', 'csv')).toEqual(['2', '10', '2', '']);
  expect((await readColumn('people', 'xlsx')).slice(0, 2)).toEqual([12, 2]);
  expect((await readColumn('entries', 'xlsx')).slice(0, 3)).toEqual([2, 10, 2]);
});

test('units of a disputed note are billed again when a manager has answered [14.pay.6]', async () => {
  const { manager, disputed } = visit;
  await createDispute(api, manager, { noteId: disputed.id });
  const { thisWeek, lastWeek } = await readWeek('2026-03-15');
  expect(thisWeek).toMatchObject({ minutes: 30, units: '2.00', billedUnits: '0.00' });
  expect(lastWeek.billedUnits).toBe('12.00');
  expect(await readColumn('people', 'csv')).toEqual(['12', '0', '']);
  await api.ok(manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id: disputed.id },
    body: { answer: 'We asked her.' },
  });
  expect((await readWeek('2026-03-15')).thisWeek.billedUnits).toBe('2.00');
});

test('units of a note that was sent back when it arrived are billed once it is signed again [14.pay.6]', async () => {
  const { author, clientId } = visit;
  const offline = await buildOfflineFields(api, { clientId, code: 'wrong1' });
  const fields = { clientId, workDate: '2026-03-24', startTime: '09:00', endTime: '09:30' };
  const { id, status } = await createSignedNote(api, author, { ...offline, ...fields });
  expect(status).toBe('in-progress');
  const days = 'from=2026-03-22&to=2026-03-28';
  const read = async () => [
    (await readWeek('2026-03-22')).thisWeek,
    ...(await readColumn('people', 'csv', { days })),
    ...(await readColumn('entries', 'csv', { days })),
  ];
  const week = { minutes: 30, units: '2.00', entries: 1 };
  expect(await read()).toMatchObject([{ ...week, billedUnits: '0.00' }, '0', '']);
  // Neither has a dispute units that are billed after its answer.
  await createDispute(api, visit.manager, { noteId: id });
  expect(await read()).toMatchObject([{ ...week, billedUnits: '0.00' }, '0', '']);
  expect(await readColumn('people', 'csv', { days, header: 'Disputed units' })).toEqual(['']);
  await api.ok(visit.manager.token, 'POST /api/notes/:id/dispute/resolve', {
    params: { id },
    body: { answer: 'We asked her.' },
  });
  const body = buildNoteForm(clientId, fields);
  await api.ok(author.token, 'PUT /api/notes/:id', { params: { id }, body });
  expect(await read()).toMatchObject([{ ...week, billedUnits: '2.00' }, '2', '2']);
});
