#!/usr/bin/env bash
# numfmt shows the last half second of a day as the first minute of the same day.
#
# Version: numfmt 3.2.6.
# Source: README: the library emulates what Excel does (ECMA-376, number formats). SQL Server and end-of-day filters
#   export 23:59:59.997. Version 4.0.1 rounds it up to the next day.
# Expected: 2026-02-28 23:59, or 2026-03-01 00:00.
# Seen: 2026-02-28 00:00, a day too early: the time is rounded up to midnight and the date is not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund numfmt@3.2.6
cat > try.mjs <<'SCRIPT'
import { format } from 'numfmt';
const seen = format('yyyy-mm-dd hh:mm', 46081 + (24 * 60 * 60 - 0.003) / (24 * 60 * 60));
console.log('seen:', seen, ' expected: 2026-02-28 23:59 or 2026-03-01 00:00');
process.exit(seen === '2026-02-28 00:00' ? 0 : 1);
SCRIPT
node try.mjs
