/**
 * Writes the spreadsheets of `files` with programs of other authors: LibreOffice (`apt-get install libreoffice-calc`)
 * and npm packages, which it installs in a temporary folder. Run with `node scripts/run.mjs tests/spreadsheets/generate.mjs` after a change.
 */
/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- the packages are installed by the script, so that they have no types here */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agencySheet, HEADER } from './agencySheet.ts';

const PACKAGES = ['exceljs@4.4.0', 'hucre@1.0.0', 'write-excel-file@4.1.1', 'xlsx@0.18.5'];
const FORMATS = { date: 'mm/dd/yyyy', payer: '0000000000', number: '00000', hours: '[h]:mm' };

const target = join(import.meta.dirname, 'files');
const folder = mkdtempSync(join(tmpdir(), 'spreadsheets-'));
const write = (name, bytes) => writeFileSync(join(target, name), Buffer.from(bytes));
const toDay = (day) => new Date(`${day}T00:00Z`);

try {
  mkdirSync(target, { recursive: true });
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], {
    stdio: 'inherit',
  });
  const require = createRequire(join(folder, 'package.json'));
  await writeWithExceljs(require('exceljs'));
  writeWithSheetJs(require('xlsx'));
  await writeWithWriteExcelFile(require('write-excel-file/node').default);
  await writeWithHucre(await import(require.resolve('hucre').replace(/\.cjs$/, '.mjs')));
  writeWithLibreOffice();
} finally {
  rmSync(folder, { recursive: true });
}

/** With the value and the number format of each cell. */
function rowsOf() {
  return agencySheet.map(({ id, client, service, start, expiry, units, hours, payerId, number, notes }) => [
    { value: id },
    { value: client },
    { value: service },
    { value: toDay(start), format: FORMATS.date },
    { value: toDay(expiry), format: FORMATS.date },
    hours === undefined ? { value: units } : { value: hours / 24, format: FORMATS.hours },
    { value: payerId, format: FORMATS.payer },
    { value: number, format: FORMATS.number },
    { value: notes },
  ]);
}

/** Adds the rows to a sheet of exceljs. */
function fill(sheet) {
  sheet.addRow(HEADER);
  for (const cells of rowsOf()) {
    const row = sheet.addRow(cells.map(({ value }) => value));
    cells.forEach(({ format }, index) => {
      if (format) row.getCell(index + 1).numFmt = format;
    });
    row.commit?.();
  }
  return sheet;
}

async function writeWithExceljs(exceljs) {
  const save = async (name, change) => {
    const workbook = new exceljs.Workbook();
    change(workbook);
    write(name, await workbook.xlsx.writeBuffer());
  };
  await save('exceljs.xlsx', (workbook) => fill(workbook.addWorksheet('Authorizations')));
  await save('exceljs-1904.xlsx', (workbook) => {
    workbook.properties.date1904 = true;
    fill(workbook.addWorksheet('Authorizations'));
  });
  await save('exceljs-rich-text.xlsx', (workbook) => {
    const sheet = fill(workbook.addWorksheet('Authorizations'));
    agencySheet.forEach(({ notes }, index) => {
      const half = Math.floor(notes.length / 2);
      const richText = [{ text: notes.slice(0, half), font: { bold: true } }, { text: notes.slice(half) }];
      sheet.getCell(index + 2, HEADER.length).value = { richText };
    });
  });
  await save('exceljs-features.xlsx', (workbook) => {
    const sheet = fill(workbook.addWorksheet('Authorizations', { views: [{ state: 'frozen', ySplit: 1 }] }));
    sheet.getCell('B2').note = 'A comment on the client';
    sheet.getCell('B3').value = { text: agencySheet[1].client, hyperlink: 'https://agency.example/' };
    sheet.autoFilter = 'A1:I1';
    sheet.getColumn(6).hidden = true;
    sheet.getCell('C2').dataValidation = { type: 'list', formulae: ['"Bathing,Cooking"'] };
    sheet.addConditionalFormatting({
      ref: 'F2:F9',
      rules: [{ type: 'expression', formulae: ['F2>1'], style: {} }],
    });
  });
  await save('exceljs-hidden-first.xlsx', (workbook) => {
    workbook.addWorksheet('Lists', { state: 'hidden' }).addRow(['Bathing']);
    workbook.addWorksheet('Codes', { state: 'veryHidden' }).addRow(['T1019']);
    fill(workbook.addWorksheet('Authorizations'));
  });
  await save('exceljs-empty-first.xlsx', (workbook) => {
    workbook.addWorksheet('Sheet1');
    fill(workbook.addWorksheet('Authorizations'));
  });
  const path = join(folder, 'stream.xlsx');
  const stream = new exceljs.stream.xlsx.WorkbookWriter({
    filename: path,
    useSharedStrings: false,
    useStyles: true,
  });
  fill(stream.addWorksheet('Authorizations')).commit();
  await stream.commit();
  write('exceljs-stream.xlsx', readFileSync(path));
}

function writeWithSheetJs(XLSX) {
  const build = ({ hasDates = false, is1904 = false } = {}) => {
    const sheet = XLSX.utils.aoa_to_sheet([HEADER]);
    rowsOf().forEach((cells, row) =>
      cells.forEach(({ value, format }, column) => {
        const isDate = value instanceof Date;
        // Days since 1899-12-30.
        const serial = isDate ? value.getTime() / 86_400_000 + 25_569 - (is1904 ? 1462 : 0) : value;
        const type = typeof serial === 'number' ? 'n' : 's';
        const cell = isDate && hasDates ? { t: 'd', v: value } : { t: type, v: serial };
        if (format) cell.z = format;
        sheet[XLSX.utils.encode_cell({ r: row + 1, c: column })] = cell;
      }),
    );
    sheet['!ref'] = XLSX.utils.encode_range({ r: 0, c: 0 }, { r: agencySheet.length, c: HEADER.length - 1 });
    const workbook = XLSX.utils.book_new();
    if (is1904) workbook.Workbook = { WBProps: { date1904: true } };
    XLSX.utils.book_append_sheet(workbook, sheet, 'Authorizations');
    return workbook;
  };
  const save = (name, workbook, options) => write(name, XLSX.write(workbook, { type: 'buffer', ...options }));
  save('sheetjs.xlsx', build(), { bookType: 'xlsx' });
  save('sheetjs-shared-strings.xlsx', build(), { bookType: 'xlsx', bookSST: true, compression: true });
  save('sheetjs-iso-dates.xlsx', build({ hasDates: true }), { bookType: 'xlsx', cellDates: true });
  save('sheetjs-1904.xlsx', build({ is1904: true }), { bookType: 'xlsx' });
  save('sheetjs.xlsm', build(), { bookType: 'xlsm' });
  save('sheetjs.csv', build(), { bookType: 'csv' });
  save('sheetjs.txt', build(), { bookType: 'txt' });
}

async function writeWithWriteExcelFile(writeXlsx) {
  const data = [
    HEADER,
    ...rowsOf().map((cells) =>
      cells.map(({ value, format }) =>
        value instanceof Date ? { value, type: Date, format } : { value, format },
      ),
    ),
  ];
  write('write-excel-file.xlsx', await writeXlsx(data).toBuffer());
  const sheets = [
    { data: [], sheet: 'Cover' },
    { data, sheet: 'Authorizations' },
  ];
  write('write-excel-file-sheets.xlsx', await writeXlsx(sheets).toBuffer());
}

async function writeWithHucre({ writeXlsx }) {
  const rows = [HEADER, ...rowsOf().map((cells) => cells.map(({ value }) => value))];
  const cells = new Map();
  rowsOf().forEach((row, index) =>
    row.forEach(({ value, format }, column) => {
      if (format) cells.set(`${index + 1},${column}`, { value, style: { numFmt: format } });
    }),
  );
  write('hucre.xlsx', await writeXlsx({ sheets: [{ name: 'Authorizations', rows, cells }] }));
  const dateSystem = '1904';
  write(
    'hucre-1904.xlsx',
    await writeXlsx({ dateSystem, sheets: [{ name: 'Authorizations', rows, cells }] }),
  );
}

/** Converts a flat document in all ways that the program offers. */
function writeWithLibreOffice() {
  const source = join(folder, 'authorizations.fods');
  writeFileSync(source, toFlatDocument());
  const convert = (name, filter) => {
    const extension = name.split('.').at(-1);
    const options = ['--headless', `-env:UserInstallation=file://${folder}/profile`];
    const conversion = ['--convert-to', `${extension}:${filter}`, '--outdir', folder, source];
    execFileSync('soffice', [...options, ...conversion], { stdio: 'ignore' });
    write(name, readFileSync(join(folder, `authorizations.${extension}`)));
  };
  convert('libreoffice.xlsx', 'Calc MS Excel 2007 XML');
  convert('libreoffice-ooxml.xlsx', 'Calc Office Open XML');
  const csv = (name, tokens) => convert(name, `Text - txt - csv (StarCalc):${tokens}`);
  // Delimiter, quotes, encoding (76 is UTF-8, 65535 UTF-16), first line, columns, language, quote all, as displayed.
  csv('libreoffice.csv', '44,34,76,1,,1033,false,true');
  csv('libreoffice-quoted.csv', '44,34,76,1,,1033,true,true');
  csv('libreoffice-semicolons.csv', '59,34,76,1,,1033,false,true');
  csv('libreoffice-tabs.csv', '9,34,76,1,,1033,false,true');
  csv('libreoffice-utf16.csv', '59,34,65535,1,,1033,false,true');
}

function toFlatDocument() {
  const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const text = (value) =>
    `<table:table-cell office:value-type="string">${value
      .split('\n')
      .map((line) => `<text:p>${escape(line)}</text:p>`)
      .join('')}</table:table-cell>`;
  const styled = (style, attributes) => `<table:table-cell table:style-name="${style}" ${attributes}/>`;
  const date = (day) => styled('date', `office:value-type="date" office:date-value="${day}"`);
  const number = (style, value) => styled(style, `office:value-type="float" office:value="${value}"`);
  const hours = (value) =>
    styled(
      'hours',
      `office:value-type="time" office:time-value="PT${Math.floor(value)}H${(value % 1) * 60}M0S"`,
    );
  const rows = agencySheet.map((row) =>
    [
      text(row.id),
      text(row.client),
      text(row.service),
      date(row.start),
      date(row.expiry),
      row.hours === undefined ? number('general', row.units) : hours(row.hours),
      number('payer', row.payerId),
      number('number', row.number),
      text(row.notes),
    ].join(''),
  );
  const digits = (name, count) =>
    `<number:number-style style:name="n-${name}"><number:number number:decimal-places="0" number:min-integer-digits="${count}"/></number:number-style>`;
  const style = (name) =>
    `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="n-${name}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="n-date"><number:month number:style="long"/><number:text>/</number:text><number:day number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style>
<number:time-style style:name="n-hours" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/></number:time-style>
${digits('payer', 10)}${digits('number', 5)}${digits('general', 1)}
${['date', 'hours', 'payer', 'number'].map(style).join('')}<style:style style:name="general" style:family="table-cell"/>
</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Authorizations">
${[HEADER.map(text).join(''), ...rows].map((cells) => `<table:table-row>${cells}</table:table-row>`).join('\n')}
</table:table></office:spreadsheet></office:body></office:document>`;
}
