import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  buildCsv,
  buildImportForm,
  buildXlsx,
  buildZip,
  importRows,
  readEntry,
  uploadImport,
} from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError, expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(async () => {
  admin = business.admin.token;
  await importRows(api, admin, { kind: 'services', rows: [['Name'], ['Bathing']] });
  await importRows(api, admin, {
    kind: 'clients',
    rows: [
      ['Client ID', 'Contact name'],
      ['C-1', 'Ana'],
    ],
  });
});

const SHEET = 'xl/worksheets/sheet1.xml';
const HEADER = ['Client', 'Service', 'Expiry date', 'Units', 'Authorization number'] as const;

/** Authorizations in which the cells of these addresses have an error. */
async function buildWithErrors(errors: Record<string, string>): Promise<Buffer> {
  const base = await buildXlsx(HEADER, ['C-1', 'Bathing', 1, 2, 3], ['C-1', 'Bathing', 4, 5, 6]);
  let sheet = await readEntry(base, SHEET);
  for (const [address, content] of Object.entries(errors)) {
    const cell = new RegExp(`<c r="${address}"[^>]*>.*?</c>`);
    expect(sheet).toMatch(cell);
    sheet = sheet.replace(cell, `<c r="${address}" t="e">${content}</c>`);
  }
  return buildZip({ [SHEET]: Buffer.from(sheet) }, base);
}

const toError = (row: number, column: string, text: string) => ({
  row,
  column,
  message: `${text} is a spreadsheet error. Enter the value, or clear the cell.`,
});

test('an error in a cell of an XLSX file is an error at that cell, also in the last row and column [14.import.2]', async () => {
  const bytes = await buildWithErrors({
    C2: '<v>#N/A</v>',
    D2: '<v>#DIV/0!</v>',
    E2: '<v>#REF!</v>',
    A3: '<v>#NAME?</v>',
    B3: '<v>#VALUE!</v>',
    C3: '<v>#NUM!</v>',
    D3: '<v>#SPILL!</v>',
    E3: '',
  });
  const { id, rows, errors } = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  expect(rows).toMatchObject([
    { row: 2, cells: ['C-1', 'Bathing', '#N/A', '#DIV/0!', '#REF!'], state: 'invalid' },
    { row: 3, cells: ['#NAME?', '#VALUE!', '#NUM!', '#SPILL!', '#VALUE!'], state: 'invalid' },
  ]);
  expect(errors.toSorted((one, other) => one.row - other.row)).toEqual(
    expect.arrayContaining([
      toError(2, 'Expiry date', '#N/A'),
      toError(2, 'Units', '#DIV/0!'),
      toError(2, 'Authorization number', '#REF!'),
      toError(3, 'Client', '#NAME?'),
      toError(3, 'Service', '#VALUE!'),
      toError(3, 'Expiry date', '#NUM!'),
      toError(3, 'Units', '#SPILL!'),
      toError(3, 'Authorization number', '#VALUE!'),
    ]),
  );
  expect(errors).toHaveLength(8);
  expectError(
    await api.call(admin, 'POST /api/imports/:id/commit', { params: { id } }),
    409,
    'import_has_errors',
  );
});

test('an error far from the other cells is found within the limits of a file [14.import.2,12]', async () => {
  const base = await buildXlsx(['Client ID', 'Contact name'], ['C-2', 'Bo']);
  const sheet = await readEntry(base, SHEET);
  const upload = async (address: string) => {
    const row = `<row r="${address.replace(/^[A-Z]+/, '')}"><c r="${address}" t="e"><v>#N/A</v></c></row>`;
    const bytes = await buildZip(
      { [SHEET]: Buffer.from(sheet.replace('</sheetData>', `${row}</sheetData>`)) },
      base,
    );
    return api.call(admin, 'POST /api/imports', { body: buildImportForm('clients', bytes) });
  };
  expect((await upload('B9')).body).toMatchObject({
    errors: [
      { row: 9, column: 'Client ID', message: 'Client ID is required' },
      toError(9, 'Contact name', '#N/A'),
    ],
  });
  expectIssue(await upload('XFD9'), {
    path: 'file',
    message: expect.stringMatching(/^Row 9 has more than 100 columns\./) as string,
  });
  expectIssue(await upload('A1048576'), {
    path: 'file',
    message: expect.stringMatching(/too many blank rows/) as string,
  });
});

test('a date that cannot be shown is an error at its cell, not blank [14.import.2]', async () => {
  const base = await buildXlsx(HEADER, ['C-1', 'Bathing', new Date('2026-03-01'), 2, 3]);
  const sheet = await readEntry(base, SHEET);
  const changed = sheet.replace(/(<c r="C2"[^>]*>)<v>[^<]*/, '$1<v>1000000000000');
  expect(changed).not.toBe(sheet);
  const bytes = await buildZip({ [SHEET]: Buffer.from(changed) }, base);
  const { errors } = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  expect(errors).toEqual([toError(2, 'Expiry date', '########')]);
});

test('the texts of errors in a CSV file are errors at their cells, and others are values [14.import.2]', async () => {
  const texts = ['#N/A', '#DIV/0!', '#NAME?', '#N/D', '#¡VALOR!', '########', 'Err:502'];
  const values = ['#1', 'A#N/A', '#N/A of 2', '##', 'Err'];
  const rows = [...texts, ...values].map((text, index) => [
    'C-1',
    'Bathing',
    '2026-03-01',
    String(index),
    text,
  ]);
  const bytes = buildCsv(HEADER, ...rows);
  const { errors } = await uploadImport(api, admin, { kind: 'authorizations', bytes });
  expect(errors).toEqual(texts.map((text, index) => toError(index + 2, 'Authorization number', text)));
});
