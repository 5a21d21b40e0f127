#!/usr/bin/env bash
# exceljs ignores the 1904 date system when a file has it as date1904="true": all dates are four years early.
#
# Version: exceljs 4.4.0.
# Source: ECMA-376 part 1, 18.2.28: date1904 is a Boolean of XML Schema, 'true' or '1'. exceljs: workbook-properties-xform.js
#   compares the attribute with '1' alone.
# Expected: 2026-03-01.
# Seen: 2022-02-28, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 fflate@0.8.2
cat > try.mjs <<'SCRIPT'
import exceljs from 'exceljs';
import { zipSync, strToU8 } from 'fflate';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
/** A workbook of one sheet. */
const build = ({ rows, strings = '', properties = '', format = 'General' }) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries({
          '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
          '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
          'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${properties}<sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
          'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
          'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
          'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>`,
        }).map(([name, xml]) => [name, strToU8(head + xml)]),
      ),
    ),
  );
const rows = '<row r="1"><c r="A1" s="1"><v>44620</v></c></row>';
const properties = '<workbookPr date1904="true"/>';
const read = new exceljs.Workbook();
await read.xlsx.load(build({ rows, properties, format: 'yyyy\\-mm\\-dd' }));
const { value } = read.worksheets[0].getCell('A1');
console.log('seen:', value, ' expected:', new Date('2026-03-01T00:00:00Z'));
process.exit(value instanceof Date && value.toISOString().startsWith('2022-02-28') ? 0 : 1);
SCRIPT
node try.mjs
