#!/usr/bin/env bash
# An abbreviation is one zone for Intl and another for PostgreSQL: BST is Bangladesh for Node, British summer for SQL.
# version: @electric-sql/pglite 0.5.16 (PostgreSQL 18) and Node 20 or later
# source: ICU's aliases of three-letter IDs (BST is Asia/Dhaka, as in java.util.TimeZone); PostgreSQL's
#   timezonesets/Default, which AT TIME ZONE reads before the names of zones.
# Expected: a name that both accept means one offset, so that a zone checked with Intl can be passed to SQL.
# Seen: noon UTC is 18:00 for Intl and 13:00 for SQL.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @electric-sql/pglite@0.5.16
cat >run.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const at = '2026-07-01T12:00:00Z';
const options = { timeZone: 'BST', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const intl = new Intl.DateTimeFormat('en-GB', options).format(new Date(at));
const database = await PGlite.create();
const { rows } = await database.query(`select to_char($1::timestamptz at time zone 'BST', 'HH24:MI') as clock`, [at]);
console.log(`Intl: ${intl}, SQL: ${rows[0].clock}`);
await database.close();
process.exit(intl === '18:00' && rows[0].clock === '13:00' ? 0 : 1);
JS
node run.mjs
