#!/usr/bin/env bash
# A range of times with the name of the zone drops the first name when clocks change in between, and shows an end before its start.
# version: luxon 3.7.2 on Node 20 and 24 (Interval.toLocaleString, which is Intl.DateTimeFormat.formatRange of ICU)
# source: https://moment.github.io/luxon/api-docs/index.html#intervaltolocalestring
# Expected: 45 minutes over the end of daylight saving time read '1:30 AM EDT – 1:15 AM EST'.
# Seen: '1:30 – 1:15 AM EST': both times seem to be after the change, and the visit seems to end before it starts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund luxon@3.7.2
cat >run.mjs <<'JS'
import { Interval } from 'luxon';
const options = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: 'America/New_York' };
const visit = Interval.fromISO('2026-11-01T05:30:00Z/2026-11-01T06:15:00Z');
const range = visit.toLocaleString(options, { locale: 'en-US' }).replace(/\s/gu, ' ');
const each = [visit.start, visit.end].map((one) => one.toLocaleString(options, { locale: 'en-US' }).replace(/\s/gu, ' '));
console.log(`ICU ${process.versions.icu}, range: ${range}`);
console.log(`each: ${each.join(' and ')}`);
process.exitCode = range === '1:30 – 1:15 AM EST' && each.join() === '1:30 AM EDT,1:15 AM EST' ? 0 : 1;
JS
node run.mjs
