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

/** The units of clients, which a CSV file has between two other columns. */
function uploadUnits(units: readonly string[], delimiter: string) {
  const rows = units.map((cell, index) => [`C-${index}`, `"${cell}"`, 'Ana'].join(delimiter));
  const bytes = Buffer.from([['Client ID', 'Units', 'Contact name'].join(delimiter), ...rows].join('\n'));
  return uploadImport(api, admin, { kind: 'clients', bytes });
}

test.each([
  ['with a decimal point', ',', ['1,234', '$ 12,345.50', '1234.5'], ['1234.00', '12345.50', '1234.50']],
  [
    'with a decimal comma',
    ';',
    ['1,25', '12,5', '1.250,50', '1.250', '1\u00a0250 €'],
    ['1.25', '12.50', '1250.50', '1250.00', '1250.00'],
  ],
])('numbers are read %s, as their column shows [14.import.16]', async (_, delimiter, units, stored) => {
  const { id, errors, rows } = await uploadUnits(units, delimiter);
  expect([errors, rows.map(({ values }) => values[1])]).toEqual([[], stored]);
  await api.ok(admin, 'POST /api/imports/:id/commit', { params: { id } });
  const clients = await api.ok(admin, 'GET /api/clients');
  expect(clients.toSorted((a, b) => a.id - b.id).map(({ totalTimeUnits }) => totalTimeUnits)).toEqual(stored);
});

test.each([
  ['1234,567', 'Use at most two decimal places'],
  ['1.125', 'Use at most two decimal places'],
  ['1,234,5', 'Must be a number'],
  ['12%', 'This is a percentage. Enter the number itself.'],
  ['1:25', '1:25 doesn’t convert to 15-minute units with two decimals. Enter the units instead.'],
])('the number %s is an error at its cell [14.import.9]', async (text, message) => {
  expect((await uploadUnits([text], ',')).errors).toEqual([{ row: 2, column: 'Units', message }]);
});
