#!/usr/bin/env bash
# The ranges of fontsource's unicode.json (and of its unicode-range in CSS) name characters that the file does not have.
#
# Version: @fontsource-variable/noto-sans-devanagari 5.3.0.
# Source: unicode.json of the package: "latin-ext" has U+20AD-20C0, among them the bitcoin sign; CSS Fonts 4, 4.5: the range
#   says for which characters a font may be used.
# Expected: a glyph for each assigned character of the range, or at least for the currency signs it names.
# Seen: none for U+20BF, so a program that chooses a font by the range draws an empty box.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 @fontsource-variable/noto-sans-devanagari@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';

const folder = 'node_modules/@fontsource-variable/noto-sans-devanagari/';
const ranges = JSON.parse(readFileSync(`${folder}unicode.json`, 'utf8'))['latin-ext'];
const font = fontkit.create(readFileSync(`${folder}files/noto-sans-devanagari-latin-ext-wght-normal.woff2`));
const named = ranges.split(',').flatMap((range) => {
  const [first, last = first] = range.slice(2).split('-').map((one) => Number.parseInt(one, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
});
const assigned = named.filter((one) => /\p{Assigned}/u.test(String.fromCodePoint(one)));
const without = assigned.filter((one) => !font.hasGlyphForCodePoint(one));
console.log(`${without.length} of ${assigned.length} characters of the range have no glyph, U+20BF among them:`, without.includes(0x20bf));
process.exit(named.includes(0x20bf) && without.includes(0x20bf) ? 0 : 1);
SCRIPT
node try.mjs
