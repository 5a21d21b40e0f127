/** Files in which the first line does not name the columns, and rows that are totals. */

import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  buildCsv,
  buildImportForm,
  buildSheets,
  buildXlsx,
  buildZip,
  readEntry,
  uploadImport,
} from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const HEADER = ['Client ID', 'Contact name', 'Units'];
const kind = 'clients';
const choose = (id: number, body: { sheet: number; headerRow: number }) =>
  api.call(admin, 'PUT /api/imports/:id/position', { params: { id }, body });
const commit = (id: number) => api.call(admin, 'POST /api/imports/:id/commit', { params: { id } });

test('the row of another sheet that seems to name the columns is proposed, and used when it is chosen [14.import.19]', async () => {
  const bytes = await buildSheets({
    Summary: [['Report'], ['March']],
    Clients: [['Client list of March'], [], HEADER, ['C-1', 'Ana', 40], ['C-2', 'Bo', '']],
  });
  const uploaded = await uploadImport(api, admin, { kind, bytes });
  const question = 'The names of the columns seem to be in row 3 of the sheet Clients. Use them?';
  expect(uploaded).toMatchObject({
    position: { sheet: 0, headerRow: 1 },
    proposedPosition: { sheet: 1, headerRow: 3, question },
    sheets: [
      { name: 'Summary' },
      { name: 'Clients', firstRows: [{ row: 1 }, { row: 3, cells: HEADER }, {}, {}] },
    ],
  });
  expect(uploaded.errors[0]).toEqual({ row: 1, column: 'Report', message: question });
  const { id } = uploaded;
  expectError(await commit(id), 409, 'import_has_errors');
  const chosen = await choose(id, { sheet: 1, headerRow: 3 });
  expect(chosen.body).toMatchObject({
    position: { sheet: 1, headerRow: 3 },
    proposedPosition: null,
    columns: [{ field: 'companyName' }, { field: 'contactName' }, { field: 'totalTimeUnits' }],
    errors: [],
    rows: [{ row: 4 }, { row: 5 }],
  });
  expect((await commit(id)).body).toEqual({ created: 2, unchanged: 0 });
});

test('a blank row and an unknown sheet are errors at the row [14.import.19]', async () => {
  const { id } = await uploadImport(api, admin, { kind, bytes: buildCsv(HEADER, ['C-1', 'Ana', '40']) });
  for (const position of [
    { sheet: 0, headerRow: 3 },
    { sheet: 5, headerRow: 1 },
  ])
    expectIssue(await choose(id, position), {
      path: 'headerRow',
      message: `Row ${position.headerRow} is blank. Choose the row with the column names.`,
    });
  expectIssue(await choose(id, { sheet: 0, headerRow: 2 }), {
    path: 'headerRow',
    message: 'The file has only a header row. Add at least one row below it.',
  });
});

test('the separator line and the titles of a CSV file are not rows [14.import.19]', async () => {
  const lines = ['sep=;', 'Clients;;', ';;', HEADER.join(';'), 'C-1;Ana, Ruiz;12,5'];
  const { id, proposedPosition } = await uploadImport(api, admin, {
    kind,
    bytes: Buffer.from(lines.join('\r\n')),
  });
  expect(proposedPosition).toMatchObject({ sheet: 0 });
  const { body } = await choose(id, { sheet: 0, headerRow: proposedPosition?.headerRow ?? 0 });
  expect(body).toMatchObject({ errors: [], rows: [{ values: ['C-1', 'Ana, Ruiz', '12.50'] }] });
});

test('a totals row is not imported unless the user wants it [14.import.20]', async () => {
  const bytes = buildCsv(HEADER, ['C-1', 'Ana', '40'], ['C-2', 'Bo', '60'], ['Total', '', '100']);
  const { id, rows, errors, created } = await uploadImport(api, admin, { kind, bytes });
  expect([errors, created, rows.map(({ state }) => state)]).toEqual([[], 2, ['new', 'new', 'skipped']]);
  const change = (importTotals: boolean) =>
    api.ok(admin, 'PUT /api/imports/:id/mapping', { params: { id }, body: { importTotals } });
  expect((await change(true)).errors).toEqual([
    { row: 4, column: 'Contact name', message: 'Contact name is required' },
  ]);
  await change(false);
  expect((await commit(id)).body).toEqual({ created: 2, unchanged: 0 });
});

test('columns without a name are not used, and two columns of one name are an error [14.import.19]', async () => {
  const bytes = await buildSheets({
    Clients: [
      [...HEADER, ''],
      ['C-1', 'Ana', 40, 'call back'],
    ],
  });
  const { columns, errors } = await uploadImport(api, admin, { kind, bytes });
  expect([errors, columns.at(-1)]).toMatchObject([[], { name: 'Column 4', field: null }]);
  const body = buildImportForm(kind, buildCsv([...HEADER, 'Units'], ['C-1', 'Ana', '40', '50']));
  expectIssue(await api.call(admin, 'POST /api/imports', { body }), {
    path: 'file',
    message: 'Two columns have the name “Units”. Rename one of them.',
  });
});

const SHEET = 'xl/worksheets/sheet1.xml';

/** A sheet with two clients and more rows, as a spreadsheet program writes formulas: with the value they had. */
async function buildWithRows(...rows: string[]): Promise<Buffer> {
  const base = await buildXlsx(HEADER, ['C-1', 'Ana', 40], ['C-2', 'Bo', 60]);
  const sheet = await readEntry(base, SHEET);
  return buildZip(
    { [SHEET]: Buffer.from(sheet.replace('</sheetData>', `${rows.join('')}</sheetData>`)) },
    base,
  );
}

const text = (address: string, value: string) => `<c r="${address}" t="str"><v>${value}</v></c>`;
const formula = (address: string, value: string) => `<c r="${address}"><f>${value}</f><v>100</v></c>`;

test.each([
  ['with a label', `<row r="4">${text('A4', 'Total')}${formula('C4', 'C2+C3')}</row>`],
  ['of a sum alone', `<row r="4">${formula('C4', 'SUM(C2:C3)')}</row>`],
  [
    'above a note',
    `<row r="4">${text('A4', 'Total:')}${formula('C4', 'SUBTOTAL(9,C2:C3)')}</row><row r="6">${text('A6', 'Printed in March')}</row>`,
  ],
])('formulas in totals %s refuse no XLSX file, and are not imported [14.import.20]', async (_, rows) => {
  const { id, rowCounts, errors } = await uploadImport(api, admin, {
    kind,
    bytes: await buildWithRows(rows),
  });
  expect([errors, rowCounts.new]).toEqual([[], 2]);
  expect((await commit(id)).body).toEqual({ created: 2, unchanged: 0 });
  const body = { importTotals: true };
  const again = await uploadImport(api, admin, { kind, bytes: await buildWithRows(rows) });
  const all = await api.ok(admin, 'PUT /api/imports/:id/mapping', { params: { id: again.id }, body });
  expect(all.errors).toContainEqual({
    row: 4,
    column: 'Units',
    message: 'Formulas are not accepted. Enter the value instead.',
  });
});

test.each([
  ['in a row with a name', 'C4', `<row r="4">${text('A4', 'C-3')}${formula('C4', 'SUM(C2:C3)')}</row>`],
  ['alone that is no sum', 'C4', `<row r="4">${formula('C4', 'C2*2')}</row>`],
  [
    'in totals above more rows',
    'C4',
    `<row r="4">${text('A4', 'Total')}${formula('C4', 'SUM(C2:C3)')}</row><row r="5">${text('A5', 'C-9')}${text('B5', 'Cy')}</row>`,
  ],
])('a formula %s is still refused at its cell [14.import.12,20]', async (_, address, rows) => {
  const form = buildImportForm(kind, await buildWithRows(rows));
  expectIssue(await api.call(admin, 'POST /api/imports', { body: form }), {
    path: 'file',
    message: `Cell ${address} has a formula. Copy the sheet and paste it as values, or save it as CSV.`,
  });
});
