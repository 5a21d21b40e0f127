#!/usr/bin/env bash
# A page that Chromium saves as PDF looks right, but a viewer built on PDF.js (Firefox) finds no Arabic, Hindi, Bengali or
# Khmer word in it: letters that the font joins or reorders read back as U+0000.
#
# Version: Chromium 156.0.8078.108 of Debian 12, pdfjs-dist 5.4.149.
# Source: ISO 32000-2, 14.9.4 (ActualText) and 9.10.3 (ToUnicode); Chromium's fonts map a glyph to one character, and a
#   glyph that shaping alone reaches to none.
# Expected: text that can be searched and copied, as in the page, because the letters were typed as text.
# Seen: U+0000 in every script below, and presentation forms of Arabic in visual order; the name of the country in English
#   beside them reads back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pdfjs-dist@5.4.149 \
  @fontsource-variable/noto-sans-{arabic,bengali,devanagari,khmer}@5.3.0
cat > page.mjs <<'SCRIPT'
import { writeFileSync } from 'node:fs';

const languages = { ar: 'arabic', bn: 'bengali', hi: 'devanagari', km: 'khmer', en: null };
const texts = Object.keys(languages).map((one) => new Intl.DisplayNames([one], { type: 'region' }).of('KH'));
const faces = Object.values(languages).filter(Boolean).map((name) =>
  `@font-face { font-family: ${name}; src: url(node_modules/@fontsource-variable/noto-sans-${name}/files/noto-sans-${name}-${name}-wght-normal.woff2) }`);
const lines = Object.values(languages).map((name, index) => `<p style="font-family: ${name}">${texts[index]}</p>`);
writeFileSync('page.html', `<meta charset="utf-8"><style>${faces.join('\n')}</style>${lines.join('\n')}`);
writeFileSync('texts.json', JSON.stringify(texts));
SCRIPT
node page.mjs
chromium --version 2>/dev/null
chromium --headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync \
  --user-data-dir="$folder/profile" --allow-file-access-from-files --no-pdf-header-footer \
  --print-to-pdf=page.pdf "file://$folder/page.html" >/dev/null 2>&1
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const { promise } = getDocument({ data: new Uint8Array(readFileSync('page.pdf')) });
const { items } = await (await (await promise).getPage(1)).getTextContent();
const lines = [''];
for (const { str, hasEOL } of items) {
  lines[lines.length - 1] += str;
  if (hasEOL) lines.push('');
}
const read = lines.filter((line) => line.trim() !== '');
const texts = JSON.parse(readFileSync('texts.json', 'utf8'));
for (const [index, text] of texts.entries()) console.log(JSON.stringify(text), 'reads back as', JSON.stringify(read[index]));
const lost = texts.map((_, index) => read[index]?.includes('\0'));
process.exit(JSON.stringify(lost) === '[true,true,true,true,false]' && read[4] === texts[4] ? 0 : 1);
SCRIPT
node try.mjs
