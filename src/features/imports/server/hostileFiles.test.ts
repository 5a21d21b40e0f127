import { beforeEach, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import {
  buildCsv,
  buildImportForm,
  buildSheets,
  buildXlsx,
  buildZip,
  readEntry,
  shrinkAnnouncedSize,
  uploadImport,
} from '#tests/support/factories/imports.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectIssue } from '#tests/support/helpers/expectError.ts';
import { setUpEach } from '#tests/support/helpers/setUp.ts';

const api = useApi();
const business = setUpEach(() => createBusiness(api));
let admin: string;
beforeEach(() => {
  admin = business.admin.token;
});

const SHEET = 'xl/worksheets/sheet1.xml';
const CLIENT = ['C-1', 'Ana Ruiz'] as const;
const HEADER = ['Client ID', 'Contact name'] as const;
/** A sheet in which only the cell at the far end has a value. */
const FAR_CELL = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`;

/** The entries of a workbook with another content of its sheet. */
const buildWorkbook = async (sheet: Buffer) => buildZip({ [SHEET]: sheet }, await buildXlsx(HEADER, CLIENT));

const buildCells = (rows: string) =>
  buildWorkbook(
    Buffer.from(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  );

/** Two columns in tags with a prefix. */
const PREFIXED = [HEADER, ['C-2', 'Bo Li']]
  .map((cells, index) => {
    const row = index + 1;
    const [first, second] = cells.map(
      (cell, nth) => `<x:c r="${'AB'[nth]}${row}" t="str"><x:v>${cell}</x:v></x:c>`,
    );
    return `<x:row r="${row}">${first}${second}</x:row>`;
  })
  .join('');

/** An authorization that starts on a date, in a workbook with this date system. */
async function buildDated(date1904: string) {
  const base = await buildXlsx(['Client', 'Service', 'Start date'], ['C-1', 'T1019', new Date('2026-03-01')]);
  const workbook = await readEntry(base, 'xl/workbook.xml');
  const changed = workbook
    .replace(/<workbookPr[^>]*>/, '')
    .replace('<sheets>', `<workbookPr date1904="${date1904}"/><sheets>`);
  return buildZip({ 'xl/workbook.xml': Buffer.from(changed) }, base);
}

test.each<[what: string, build: () => Buffer | Promise<Buffer>, message: RegExp]>([
  ['an empty file', () => Buffer.alloc(0), /^The file is empty$/],
  ['blank lines', () => Buffer.from('\n\n,,\n'), /^The file is empty\.$/],
  ['a header alone', () => buildCsv(HEADER), /only a header row/],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not encoded in UTF-8/],
  ['an old Excel file', () => Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /older Excel file/],
  ['Windows-1252', () => Buffer.from('Client ID,Contact name\nC-1,Jos\u00e9', 'latin1'), /CSV UTF-8/],
  ['NUL characters', () => Buffer.from('Client ID,Contact name\nC-1,A\0na'), /not a text file/],
  ['an open quotation mark', () => Buffer.from('Client ID,Contact name\n"C-1,Ana'), /^Line \d+ of the CSV/],
  [
    'a column twice',
    () => buildCsv(['Client ID', 'Client ID'], CLIENT),
    /Two columns have the name “Client ID”/,
  ],
  [
    'a long name of a column',
    () => buildCsv(['x'.repeat(201)], CLIENT),
    /a name of more than 200 characters/,
  ],
  [
    'a row that is too long',
    () => buildCsv(HEADER, [...CLIENT, 'x']),
    /Row 2 has more columns than the header/,
  ],
  [
    '10,000 columns',
    () => buildCsv(Array.from({ length: 10_000 }, (_, n) => `c${n}`)),
    /^Row 1 has more than 100 columns/,
  ],
  ['5,001 rows', () => buildCsv(HEADER, ...Array.from({ length: 5_001 }, () => CLIENT)), /up to 5,000 rows/],
  ['a cell of 2 MB', () => buildCsv(HEADER, ['C-1', 'x'.repeat(2 * 1024 * 1024)]), /^Line \d+ of the CSV/],
  ['an archive that is not a workbook', () => buildZip({ 'a.txt': Buffer.from('a') }), /damaged/],
  ['a truncated XLSX file', async () => (await buildXlsx(HEADER, CLIENT)).subarray(0, 900), /damaged/],
  ['an XLSX bomb', () => buildWorkbook(Buffer.alloc(200 * 1024 * 1024, ' ')), /too large when unpacked/],
  [
    'an XLSX bomb that announces a small size',
    async () => shrinkAnnouncedSize(await buildWorkbook(Buffer.alloc(40 * 1024 * 1024, ' ')), SHEET),
    /damaged/,
  ],
  ['a cell at the far end', () => buildWorkbook(Buffer.from(FAR_CELL)), /too many blank rows/],
  [
    'a formula',
    () =>
      buildWorkbook(
        Buffer.from(
          FAR_CELL.replace('<c r="XFD1048576"><v>1</v></c>', '<c r="B7" s="1"><f>1+1</f><v>2</v></c>'),
        ),
      ),
    /^Cell B7 has a formula\. Copy the sheet and paste it as values, or save it as CSV\.$/,
  ],
  [
    'a formula in tags with a prefix',
    () => buildCells(PREFIXED.replace('<x:v>C-2</x:v>', '<x:f>B1</x:f><x:v>C-2</x:v>')),
    /^Cell A2 has a formula\./,
  ],
  [
    'a formula in a cell without a reference',
    () => buildCells('<row><c><f>1+1</f><v>2</v></c></row>'),
    /^Cell A1 has a formula\./,
  ],
  ['a cell with an invalid reference', () => buildCells('<row><c r="1A"><v>2</v></c></row>'), /damaged/],
  ['damaged XML', () => buildCells('<row r="1"><c r="A1"><v>2</c></row>'), /damaged/],
])('%s gets an error at the file [14.import.12 S-45]', async (_, build, message) => {
  const bytes = await build();
  const answer = await api.call(admin, 'POST /api/imports', { body: buildImportForm('clients', bytes) });
  expectIssue(answer, {
    path: 'file',
    message: expect.stringMatching(message) as string,
  });
  expect(await api.sql('select id from imports where business_id = $1', [business.id])).toEqual([]);
});

test('a file above 10 MB answers 413 [14.import.12]', async () => {
  const body = buildImportForm('clients', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
  const answer = await api.call(admin, 'POST /api/imports', { body });
  expectIssue(
    answer,
    { path: 'file', message: 'The file is larger than 10 MB. Split it into smaller files.' },
    413,
  );
});

test('an unknown kind is an error at the kind', async () => {
  const body = buildImportForm('invoices', buildCsv(HEADER, CLIENT));
  const answer = await api.call(admin, 'POST /api/imports', { body });
  expectIssue(answer, { path: 'kind', message: 'Choose a record type' });
});

test('only the first sheet of a workbook is read: formulas on another one do not matter [14.import.9,12]', async () => {
  const workbook = await buildSheets({ Clients: [HEADER, CLIENT], Totals: [['Clients'], [1]] });
  const formula = FAR_CELL.replace('<v>1</v>', '<f>1+1</f><v>2</v>');
  const replaceSheet = (nth: number) =>
    buildZip({ [`xl/worksheets/sheet${nth}.xml`]: Buffer.from(formula) }, workbook);
  const { rows } = await uploadImport(api, admin, { kind: 'clients', bytes: await replaceSheet(2) });
  expect(rows.map(({ cells }) => cells)).toEqual([[...CLIENT]]);
  const body = buildImportForm('clients', await replaceSheet(1));
  expectIssue(await api.call(admin, 'POST /api/imports', { body }), {
    path: 'file',
    message: 'Cell XFD1048576 has a formula. Copy the sheet and paste it as values, or save it as CSV.',
  });
});

/** A workbook whose lists are changed, with a formula on its first sheet and none on its second. */
async function buildListed(changes: { workbook?: [string, string]; relations?: [string, string] }) {
  const base = await buildSheets({ Clients: [HEADER, CLIENT], Totals: [['Clients'], [1]] });
  const formula = FAR_CELL.replace('<v>1</v>', '<f>1+1</f><v>2</v>');
  const entries: Record<string, Buffer> = { [SHEET]: Buffer.from(formula) };
  for (const [name, change] of [
    ['xl/workbook.xml', changes.workbook],
    ['xl/_rels/workbook.xml.rels', changes.relations],
  ] as const) {
    const content = await readEntry(base, name);
    const changed = content.replace(...(change ?? ['', '']));
    expect(changed === content).toBe(change === undefined);
    entries[name] = Buffer.from(changed);
  }
  return buildZip(entries, base);
}

const SECOND_SHEET = '<sheet r:id="rId2" sheetId="2" name="B"/>';

test.each<[what: string, changes: Parameters<typeof buildListed>[0]]>([
  ['a comment before the sheets', { workbook: ['<sheets>', `<sheets><!-- ${SECOND_SHEET} -->`] }],
  [
    'a name with a raw angle bracket',
    {
      workbook: [
        '<sheet r:id="rId1" sheetId="1" name="Clients"/>',
        '<sheet name="a>b" sheetId="1" r:id="rId1"/>',
      ],
    },
  ],
  ['a target with an entity', { relations: ['worksheets/sheet1.xml', 'worksheets/sheet&#49;.xml'] }],
])('the formula of the first sheet is found in a workbook with %s [14.import.12]', async (_, changes) => {
  const body = buildImportForm('clients', await buildListed(changes));
  expectIssue(await api.call(admin, 'POST /api/imports', { body }), {
    path: 'file',
    message: expect.stringMatching(/^Cell XFD1048576 has a formula\./) as string,
  });
});

test.each<[what: string, changes: Parameters<typeof buildListed>[0]]>([
  ['a sheet without a relationship', { workbook: ['r:id="rId1"', 'r:id="rId9"'] }],
  [
    'two relationships with one id',
    {
      relations: [
        ' Id="rId1"',
        ' Id="rId1" Type="x" Target="worksheets/sheet2.xml"/><Relationship Id="rId1"',
      ],
    },
  ],
])('a workbook with %s is damaged [14.import.12]', async (_, changes) => {
  const body = buildImportForm('clients', await buildListed(changes));
  expectIssue(await api.call(admin, 'POST /api/imports', { body }), {
    path: 'file',
    message: expect.stringMatching(/damaged/) as string,
  });
});

test('a workbook of charts alone gets an error at the file [14.import.12]', async () => {
  const base = await buildXlsx(HEADER, CLIENT);
  const relations = await readEntry(base, 'xl/_rels/workbook.xml.rels');
  const charts = relations.replace('relationships/worksheet"', 'relationships/chartsheet"');
  const bytes = await buildZip({ 'xl/_rels/workbook.xml.rels': Buffer.from(charts) }, base);
  const body = buildImportForm('clients', bytes);
  expectIssue(await api.call(admin, 'POST /api/imports', { body }), {
    path: 'file',
    message: 'The XLSX file has no sheet with cells. Add one with your data, or save it as CSV.',
  });
});

test('column names such as __proto__ are treated as plain text', async () => {
  const bytes = buildCsv(
    ['__proto__', 'constructor', 'Client ID', 'Contact name'],
    ['x', 'toString', ...CLIENT],
  );
  const { id, columns, errors } = await uploadImport(api, admin, { kind: 'clients', bytes });
  expect([columns[0], columns[1], errors]).toMatchObject([
    { name: '__proto__', field: null },
    { name: 'constructor', field: null },
    [],
  ]);
  const params = { id };
  const body = { mapping: { constructor: 'phone' } };
  const mapped = await api.ok(admin, 'PUT /api/imports/:id/mapping', { params, body });
  expect(mapped.columns[1]).toMatchObject({ name: 'constructor', field: 'phone' });
});

test('tags with a prefix are read, as spreadsheet programs read them [14.import.9]', async () => {
  const { rows } = await uploadImport(api, admin, { kind: 'clients', bytes: await buildCells(PREFIXED) });
  expect(rows).toMatchObject([{ row: 2, cells: ['C-2', 'Bo Li'] }]);
});

test.each([
  ['false', '2026-03-01'],
  ['1', '2030-03-02'],
  ['true', '2030-03-02'],
])(
  'dates of a workbook with date1904="%s" are read by its date system [14.import.9]',
  async (date1904, day) => {
    const { rows } = await uploadImport(api, admin, {
      kind: 'authorizations',
      bytes: await buildDated(date1904),
    });
    expect(rows).toMatchObject([{ values: ['C-1', 'T1019', day] }]);
  },
);
