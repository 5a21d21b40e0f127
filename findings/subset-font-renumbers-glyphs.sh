#!/usr/bin/env bash
# subset-font with keepAllGlyphs drops glyphs that no character or feature reaches and gives the others new numbers.
#
# Version: subset-font 2.9.0 with harfbuzzjs 1.6.4.
# Source: its README: keepAllGlyphs keeps "all glyphs", "the equivalent of --gids=*"; hb-subset --gids=* keeps each glyph.
# Expected: as many glyphs as before, each with its number, so that text shaped with the original font can be drawn with it.
# Seen: one glyph less in Noto Sans Devanagari, and each later number is one lower: every word becomes other letters.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 subset-font@2.9.0 wawoff2@2.0.1 @fontsource-variable/noto-sans-devanagari@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import subsetFont from 'subset-font';
import wawoff2 from 'wawoff2';

const woff2 = readFileSync('node_modules/@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2');
const before = fontkit.create(Buffer.from(await wawoff2.decompress(woff2)));
const after = fontkit.create(
  await subsetFont(woff2, undefined, { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: 400 } }),
);
const numberOf = (font) => font.glyphForCodePoint(0x915).id;
console.log({ glyphs: [before.numGlyphs, after.numGlyphs], numberOfKa: [numberOf(before), numberOf(after)] });
process.exit(numberOf(after) === numberOf(before) - 1 ? 0 : 1);
SCRIPT
node try.mjs
