/** CSV files as spreadsheet programs write them: encodings, delimiters, line endings. */
import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { uploadImport } from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

test.each<[what: string, bytes: Buffer]>([
  ['UTF-8 with a byte order mark', Buffer.from('\u{feff}Client ID,Contact name\r\nC-1,José\r\n')],
  [
    'UTF-16 with tabs, as “Unicode text”',
    Buffer.from('\u{feff}Client ID\tContact name\r\nC-1\tJosé\r\n', 'utf16le'),
  ],
  ['semicolons, as in Europe', Buffer.from('Client ID;Contact name\nC-1;"José"\n')],
  ['semicolons below blank lines', Buffer.from('\r\n  \r\n""\r\nClient ID;Contact name\r\nC-1;José\r\n')],
  ['tabs below a blank line', Buffer.from('\nClient ID\tContact name\nC-1\tJosé\n')],
  ['semicolons with commas in quotes', Buffer.from('Client ID;"Contact name,,"\nC-1;José\n')],
  ['line breaks in a cell and blank rows', Buffer.from('\n"Client ID","Contact\nname"\n\nC-1,José\n')],
])('a CSV file in %s is read [14.import.9]', async (_, bytes) => {
  const { columns, rows } = await uploadImport(api, admin, { kind: 'clients', bytes });
  expect(columns.map(({ field }) => field)).toEqual(['companyName', 'contactName']);
  expect(rows.map(({ cells }) => cells)).toEqual([['C-1', 'José']]);
});

test.each<[what: string, bytes: Buffer]>([
  [
    'Windows first',
    Buffer.from('"Client ID","Contact name","Address"\r\n"C-1","Ana","1 A\nB\r\nC"\n"C-2",Bo,\r\n'),
  ],
  ['Unix first', Buffer.from('Client ID,Contact name,Address\n"C-1",Ana,"1 A\nB\r\nC"\r\nC-2,"Bo",\r')],
])(
  'a CSV file with mixed line endings, %s, is read, and those inside cells are kept [14.import.9]',
  async (_, bytes) => {
    const { rows } = await uploadImport(api, admin, { kind: 'clients', bytes });
    expect(rows).toMatchObject([
      { row: 2, cells: ['C-1', 'Ana', '1 A\nB\r\nC'] },
      { row: 3, cells: ['C-2', 'Bo', ''] },
    ]);
  },
);

test.each<[what: string, text: string, address: string]>([
  ['a lone CR in a cell of a file with LF', 'Client ID,Contact name,Address\nC-1,Ana,1 A\rB\n', '1 A\rB'],
  ['LF in a cell of a file with CR', 'Client ID,Contact name,Address\rC-1,Ana,"1 A\nB"\r', '1 A\nB'],
])('%s does not end the row of a CSV file [14.import.9]', async (_, text, address) => {
  const { rows } = await uploadImport(api, admin, { kind: 'clients', bytes: Buffer.from(text) });
  expect(rows).toMatchObject([{ row: 2, cells: ['C-1', 'Ana', address] }]);
});

const NUMBERS = 'Enter the number like 1234.50, without commas and with at most two decimal places';

/** The units of clients, which a CSV file has between two other columns. @returns the errors, or the units as added */
async function importUnits(units: readonly string[], delimiter: string) {
  const rows = units.map((cell, index) => [`C-${index}`, `"${cell}"`, 'Ana'].join(delimiter));
  const bytes = Buffer.from([['Client ID', 'Units', 'Contact name'].join(delimiter), ...rows].join('\n'));
  const { id, errors } = await uploadImport(api, admin, { kind: 'clients', bytes });
  if (errors.length > 0) return errors.map(({ row, column, message }) => [row, column, message]);
  await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id } });
  const clients = await api.ok(admin, 'GET /api/clients');
  return clients.toSorted((a, b) => a.id - b.id).map(({ totalTimeUnits }) => totalTimeUnits);
}

test('numbers with commas between thousands are read, and others are errors at their cells [14.import.9]', async () => {
  const wrong = ['0,125', '1234,567', '12,34', '1,234,5', '01,234', '1,234,56.00'];
  expect(await importUnits(wrong, ',')).toEqual(wrong.map((_, index) => [index + 2, 'Units', NUMBERS]));
  const units = ['1,234', '$ 12,345.50', '1234.5'];
  expect(await importUnits(units, ',')).toEqual(['1234.00', '12345.50', '1234.50']);
});

test('numbers with commas or three decimals are errors in a file with semicolons [14.import.9]', async () => {
  const wrong = ['1,250', '12,5', '1.250,50', '1.250'];
  expect(await importUnits(wrong, ';')).toEqual(wrong.map((_, index) => [index + 2, 'Units', NUMBERS]));
  expect(await importUnits(['1250.5', '12.50'], ';')).toEqual(['1250.50', '12.50']);
});
