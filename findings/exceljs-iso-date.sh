#!/usr/bin/env bash
# exceljs reads a date that is written as ISO 8601 (t="d") as a date in 1905.
#
# Version: exceljs 4.4.0, with a file of xlsx (SheetJS) 0.18.5 and its option cellDates.
# Source: ECMA-376 part 1, 18.18.11: a cell of type d has a date as ISO 8601. exceljs: cell-xform.js parses the value
#   with parseFloat, which reads the year alone.
# Expected: 2026-03-01.
# Seen: 1905-07-18, the day with the number 2026, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5
cat > try.mjs <<'SCRIPT'
import exceljs from 'exceljs';
import XLSX from 'xlsx';
const written = XLSX.utils.book_new();
const sheet = XLSX.utils.aoa_to_sheet([[new Date('2026-03-01T00:00:00Z')]], { cellDates: true });
XLSX.utils.book_append_sheet(written, sheet, 'Dates');
const file = XLSX.write(written, { type: 'buffer', bookType: 'xlsx', cellDates: true });
const read = new exceljs.Workbook();
await read.xlsx.load(file);
const { value } = read.worksheets[0].getCell('A1');
console.log('seen:', value, ' expected:', new Date('2026-03-01T00:00:00Z'));
process.exit(value instanceof Date && value.toISOString().startsWith('1905-07-18') ? 0 : 1);
SCRIPT
TZ=UTC node try.mjs
