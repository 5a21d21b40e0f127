#!/usr/bin/env bash
# TZDate(year, month, ..., zone) of @date-fns/tz passes through the zone of the process.
# version: @date-fns/tz 1.5.0 on Node 20 or later
# source: date/mini.js (syncFromInternal) sets the parts on the Date of the host and then corrects the difference of offsets.
# Expected: a time of the hour that London repeats on 2026-10-25 is the same one of two moments on every host.
# Seen: on a host in London it is the first, on a host in UTC the second; a visit from 0:30 to 1:30 has one hour or two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @date-fns/tz@1.5.0
cat >run.mjs <<'JS'
import { TZDate } from '@date-fns/tz';
console.log(new Date(new TZDate(2026, 9, 25, 1, 30, 'Europe/London').getTime()).toISOString());
JS
utc=$(TZ=UTC node run.mjs)
london=$(TZ=Europe/London node run.mjs)
echo "host in UTC:    $utc"
echo "host in London: $london"
[ "$utc" = 2026-10-25T01:30:00.000Z ] && [ "$london" = 2026-10-25T00:30:00.000Z ]
