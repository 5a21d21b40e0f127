/** Columns whose cells have several meanings: what decides, and what the user is asked. */

import { beforeEach, describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { buildCsv, buildXlsx, importRows, uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(async () => {
  admin = business.admin.token;
  await importRows(api, admin, { kind: 'services', rows: [['Name'], ['Bathing']] });
  const rows = [
    ['Client ID', 'Contact name'],
    ['C-1', 'Ana'],
  ];
  await importRows(api, admin, { kind: 'clients', rows });
});

const HEADER = ['Client', 'Service', 'Authorization number', 'Start date', 'Expiry date'] as const;
const kind = 'authorizations';

/** Authorizations with these dates. */
const uploadDates = (...dates: [start: string, expiry: string][]) =>
  uploadImport(api, admin, {
    kind,
    bytes: buildCsv(HEADER, ...dates.map((cells, index) => ['C-1', 'Bathing', `A-${index}`, ...cells])),
  });

const answer = (id: number, answers: Record<string, object>) =>
  api.call(admin, 'PUT /api/imports/:id/mapping', { params: { id }, body: { answers } });

const commit = (id: number) => api.call(admin, 'POST /api/imports/:id/commit', { params: { id } });

async function listDates() {
  const [client] = await api.ok(admin, 'GET /api/clients');
  const params = { id: client?.id ?? 0 };
  const rows = await api.ok(admin, 'GET /api/clients/:id/services', { params });
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ startDate, expiryDate }) => [startDate, expiryDate]);
}

describe('dates', () => {
  test('of each column are read in the order that one of them shows [14.import.15]', async () => {
    const { id, errors, columns } = await uploadDates(
      ['03/04/2026', '04.03.2027'],
      ['13/04/2026', '04.13.2027'],
      ['2026-05-01', 'May 31, 2027'],
    );
    expect(errors).toEqual([]);
    expect(columns.map(({ notes }) => notes).slice(3)).toEqual([
      ['Dates are read with the day first: row 3 has 13/04/2026.'],
      ['Dates are read with the month first: row 3 has 04.13.2027.'],
    ]);
    expect((await commit(id)).status).toBe(200);
    expect(await listDates()).toEqual([
      ['2026-04-03', '2027-04-03'],
      ['2026-04-13', '2027-04-13'],
      ['2026-05-01', '2027-05-31'],
    ]);
  });

  test('that have two meanings are a question, and nothing is added without its answer [14.import.15]', async () => {
    const uploaded = await uploadDates(['03/04/2026', '2026-12-31']);
    expect(uploaded.columns[3]?.choices).toEqual([
      {
        kind: 'dateOrder',
        question: 'Is 03/04/2026 Mar 4, 2026 or Apr 3, 2026?',
        text: '03/04/2026',
        row: 2,
        options: [
          { answer: 'month-first', value: '2026-03-04' },
          { answer: 'day-first', value: '2026-04-03' },
        ],
        proposed: 'month-first',
        reason: 'This is the usual format in the United States',
        chosen: null,
      },
    ]);
    expect(uploaded).toMatchObject({
      errors: [{ row: 1, column: 'Start date', message: 'Is 03/04/2026 Mar 4, 2026 or Apr 3, 2026?' }],
      rows: [{ cells: ['C-1', 'Bathing', 'A-0', '03/04/2026', '2026-12-31'], state: 'invalid' }],
      created: 0,
    });
    expect(uploaded.rows[0]?.values.slice(3)).toEqual([null, '2026-12-31']);
    const { id } = uploaded;
    const refused = await commit(id);
    expectError(refused, 409, 'import_has_errors');
    expect(refused.error?.message).toBe('Nothing was added. Answer 1 question first.');
    const answered = await answer(id, { 'Start date': { dateOrder: 'day-first' } });
    expect(answered.body).toMatchObject({
      errors: [],
      created: 1,
      rows: [{ state: 'new', values: ['C-1', 'Bathing', 'A-0', '2026-04-03', '2026-12-31'] }],
    });
    // The answer is kept with the import.
    const later = await api.ok(admin, 'GET /api/imports/:id', { params: { id } });
    expect(later.columns[3]?.choices[0]?.chosen).toBe('day-first');
    expect((await commit(id)).body).toEqual({ created: 1, unchanged: 0 });
    expect(await listDates()).toEqual([['2026-04-03', '2026-12-31']]);
  });

  test('that contradict each other are errors at the cells that do not fit the answer [14.import.15]', async () => {
    const { id, columns, errors } = await uploadDates(
      ['13/04/2026', ''],
      ['04/14/2026', ''],
      ['15/04/2026', ''],
    );
    const question = 'This column mixes several date formats. Which one is right?';
    expect(columns[3]?.choices).toMatchObject([{ question, proposed: 'day-first', chosen: null }]);
    expect(errors).toEqual([{ row: 1, column: 'Start date', message: question }]);
    expect((await answer(id, { 'Start date': { dateOrder: 'day-first' } })).body).toMatchObject({
      errors: [
        {
          row: 3,
          column: 'Start date',
          message: '04/14/2026 isn’t a date with the day first, like the others in this column.',
        },
      ],
    });
  });

  test('with two digits of the year can also have it first [14.import.15]', async () => {
    const { id, columns } = await uploadDates(['03/04/26', '']);
    expect(columns[3]?.choices[0]?.question).toBe('Is 03/04/26 Mar 4, 2026, Apr 3, 2026, or Apr 26, 2003?');
    await answer(id, { 'Start date': { dateOrder: 'year-first' } });
    await commit(id);
    expect(await listDates()).toEqual([['2003-04-26', null]]);
  });

  test('are proposed as the file and the country of the business have them [14.import.15]', async () => {
    const propose = async (bytes: Buffer) => {
      const { columns } = await uploadImport(api, admin, { kind, bytes });
      return columns.flatMap(({ choices }) => choices.map(({ proposed, reason }) => [proposed, reason]));
    };
    const start = ['Client', 'Service', 'Start date', 'Units'];
    const row = ['C-1', 'Bathing', '03/04/2026', '12.5'];
    const withSemicolons = Buffer.from([start, row].map((cells) => cells.join(';')).join('\n'));
    const hint = ', so the day usually comes first';
    expect(await propose(withSemicolons)).toEqual([
      ['day-first', `The file is separated by semicolons${hint}`],
    ]);
    expect(await propose(buildCsv(start, [...row.slice(0, 3), '12,5']))).toEqual([
      ['day-first', `The file has decimal commas${hint}`],
    ]);
    expect(await propose(buildCsv(start, ['C-1', 'Bathing', '03.04.2026', '']))).toEqual([
      ['day-first', 'Dates with periods usually have the day first'],
    ]);
    const { columns } = await uploadDates(['03/04/2026', '31/12/2026']);
    expect(columns[3]?.choices).toMatchObject([
      { proposed: 'day-first', reason: 'Other dates in the file have the day first' },
    ]);
    await api.ok(admin, 'PUT /api/business', { body: { timeZone: 'Europe/London' } });
    expect(await propose(buildCsv(start, row))).toEqual([
      ['day-first', 'This is the usual format in the United Kingdom'],
    ]);
  });

  test('of real date cells need no question, and text beside them is noted [14.import.15]', async () => {
    const real = new Date('2026-03-04T00:00:00Z');
    const build = (other: string | Date) =>
      buildXlsx(HEADER, ['C-1', 'Bathing', 'A-0', real, null], ['C-1', 'Bathing', 'A-1', other, null]);
    const dates = await uploadImport(api, admin, {
      kind,
      bytes: await build(new Date('2026-04-05T00:00:00Z')),
    });
    expect([dates.errors, dates.columns[3]?.notes]).toEqual([[], []]);
    expect(dates.rows.map(({ values }) => values[3])).toEqual(['2026-03-04', '2026-04-05']);
    const mixed = await uploadImport(api, admin, { kind, bytes: await build('13/04/2026') });
    expect(mixed.errors).toEqual([]);
    expect(mixed.columns[3]?.notes).toEqual([
      'Dates are read with the day first: row 3 has 13/04/2026.',
      'Some dates are text and others are real dates. Check a few: a spreadsheet program may have swapped the day and month of the real ones.',
    ]);
  });
});

test('numbers with two meanings are a question where commas can be decimal [14.import.16]', async () => {
  const bytes = Buffer.from('Client ID;Contact name;Units\nC-2;Bo;1,250\nC-3;Cy;2.500');
  const { id, columns } = await uploadImport(api, admin, { kind: 'clients', bytes });
  expect(columns[2]?.choices).toMatchObject([
    {
      kind: 'decimalSeparator',
      question: 'Is 1,250 1250 or 1.25?',
      options: [
        { answer: 'point', value: '1250' },
        { answer: 'comma', value: '1.25' },
      ],
      proposed: 'comma',
      reason: 'The file is separated by semicolons',
    },
  ]);
  expectError(await commit(id), 409, 'import_has_errors');
  const { body } = await answer(id, { Units: { decimalSeparator: 'comma' } });
  expect(body).toMatchObject({
    errors: [],
    rows: [{ values: ['C-2', 'Bo', '1.25'] }, { values: ['C-3', 'Cy', '2500.00'] }],
  });
});

test('numbers of a column that is called hours are hours, unless the user chooses otherwise [14.import.21]', async () => {
  const bytes = buildCsv(
    ['Client ID', 'Contact name', 'Hours bought'],
    ['C-2', 'Bo', '40'],
    ['C-3', 'Cy', '1:30'],
  );
  const { id } = await uploadImport(api, admin, { kind: 'clients', bytes });
  const params = { id };
  const map = (body: object) => api.ok(admin, 'PUT /api/imports/:id/mapping', { params, body });
  const unitsOf = ({ rows }: Awaited<ReturnType<typeof map>>) => rows.map(({ values }) => values[2]);
  const hours = await map({ mapping: { 'Hours bought': 'totalTimeUnits' } });
  expect(hours.columns[2]).toMatchObject({
    choices: [{ question: 'Are the numbers in “Hours bought” hours or 15-minute units?', chosen: 'hours' }],
    notes: ['Each hour is 4 units.'],
  });
  expect([hours.errors, unitsOf(hours)]).toEqual([[], ['160.00', '6.00']]);
  expect(unitsOf(await map({ answers: { 'Hours bought': { amountUnit: 'units' } } }))).toEqual([
    '40.00',
    '6.00',
  ]);
  expect(unitsOf(await map({ answers: { 'Hours bought': { amountUnit: 'minutes' } } }))).toEqual([
    null,
    '6.00',
  ]);
});

test('an answer for a column that the file does not have is an error, and so is an unknown answer [14.import.15]', async () => {
  const { id } = await uploadDates(['03/04/2026', '']);
  expectIssue(await answer(id, { Birthday: { dateOrder: 'day-first' } }), {
    path: 'answers.Birthday',
    message: 'The file has no such column',
  });
  expectIssue(await answer(id, { 'Start date': { dateOrder: 'sideways' } }), {
    path: 'answers.Start date.dateOrder',
    message: 'Choose a date order',
  });
});
