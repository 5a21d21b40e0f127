#!/usr/bin/env bash
# read-excel-file throws a TypeError for a sheet whose cells have no address, which is optional.
#
# Version: read-excel-file 9.3.17.
# Source: ECMA-376 part 1, 18.3.1.4 (attribute r of c) and 18.3.1.73 (r of row): both are optional; without them a cell
#   is the next one of its row. Streaming generators leave them out; Excel and LibreOffice open such files.
# Expected: the rows [['Client'], ['C-1']].
# Seen: a TypeError about 'length' from inside the library.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund read-excel-file@9.3.17 fflate@0.8.2
cat > try.mjs <<'SCRIPT'
import { readSheet } from 'read-excel-file/node';
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
const cell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const file = build({ rows: `<row>${cell('Client')}</row><row>${cell('C-1')}</row>` });
const seen = await readSheet(file).then(JSON.stringify, (error) => `${error.name}: ${error.message}`);
console.log('seen:', seen, ' expected:', JSON.stringify([['Client'], ['C-1']]));
process.exit(/^TypeError/.test(seen) ? 0 : 1);
SCRIPT
node try.mjs
