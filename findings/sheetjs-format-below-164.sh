#!/usr/bin/env bash
# A date that SheetJS writes with a format of its own is a plain number for read-excel-file.
#
# Version: xlsx (SheetJS) 0.18.5 writes, read-excel-file 9.3.17 reads.
# Source: read-excel-file ignores the definition of a format with a number below 100 (modules/xlsx/parseStyles.js);
#   SheetJS numbers custom formats from 60 (SSF_load in xlsx.js), and defines them in styles.xml.
# Expected: the date 2026-03-01, as the file defines the format mm/dd/yyyy for the cell.
# Seen: the number 46082.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 read-excel-file@9.3.17
cat > try.mjs <<'SCRIPT'
import { readSheet } from 'read-excel-file/node';
import XLSX from 'xlsx';
const sheet = XLSX.utils.aoa_to_sheet([['Start date'], [46082]]);
sheet.A2.z = 'mm/dd/yyyy';
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, sheet, 'Dates');
const rows = await readSheet(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
console.log('seen:', rows[1][0], ' expected:', new Date('2026-03-01T00:00:00Z'));
process.exit(rows[1][0] === 46082 ? 0 : 1);
SCRIPT
node try.mjs
