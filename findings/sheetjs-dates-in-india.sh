#!/usr/bin/env bash
# SheetJS with cellDates returns the evening before for a date, on a computer in India or China.
#
# Version: xlsx (SheetJS) 0.18.5.
# Source: xlsx.js, numdate: it corrects by the offset of the zone in 1899, which Date.getTimezoneOffset rounds to
#   minutes; local mean time had seconds. Documentation: cellDates 'stores dates as type d'.
# Expected: 2026-03-01 00:00:00 of the local zone.
# Seen: 2026-02-28 23:59:50 in Asia/Kolkata and 23:59:17 in Asia/Shanghai; right in New York.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
cat > try.mjs <<'SCRIPT'
import XLSX from 'xlsx';
const sheet = XLSX.utils.aoa_to_sheet([[46082]]);
sheet.A1.z = 'yyyy-mm-dd';
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, sheet, 'Dates');
const file = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
const { v } = XLSX.read(file, { cellDates: true }).Sheets.Dates.A1;
const seen = v.toLocaleString('sv-SE');
console.log(process.env.TZ, 'seen:', seen, ' expected: 2026-03-01 00:00:00');
process.exit(seen === process.env.SEEN ? 0 : 1);
SCRIPT
TZ=Asia/Kolkata SEEN='2026-02-28 23:59:50' node try.mjs
TZ=Asia/Shanghai SEEN='2026-02-28 23:59:17' node try.mjs
TZ=America/New_York SEEN='2026-03-01 00:00:00' node try.mjs
