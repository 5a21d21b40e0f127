#!/usr/bin/env bash
# exceljs returns a length of time as a date in 1899, or in 1904 in files of that date system.
#
# Version: exceljs 4.4.0.
# Source: ECMA-376 part 1, 18.8.31: [h] shows elapsed hours, so a number with the format [h]:mm is no date.
#   exceljs: isDateFmt in lib/utils/utils.js removes what is in brackets, and
#   takes the 'mm' that is left for a date.
# Expected: 1.5208333 days (36:30 hours), as the number that the cell has.
# Seen: the Date 1899-12-31T12:30:00.000Z; which hours it means depends on the date system of the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0
cat > try.mjs <<'SCRIPT'
import exceljs from 'exceljs';
const written = new exceljs.Workbook();
const cell = written.addWorksheet('Hours').getCell('A1');
cell.value = 36.5 / 24;
cell.numFmt = '[h]:mm';
const read = new exceljs.Workbook();
await read.xlsx.load(await written.xlsx.writeBuffer());
const { value } = read.worksheets[0].getCell('A1');
console.log('seen:', value, ' expected:', 36.5 / 24);
process.exit(value instanceof Date && value.toISOString().startsWith('1899-12-31T12:30') ? 0 : 1);
SCRIPT
node try.mjs
