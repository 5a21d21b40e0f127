#!/usr/bin/env bash
# PDFKit takes a WOFF2 font without an error, and the page is empty: the text reads back, but no letter is drawn.
#
# Version: pdfkit 0.20.2, fontkit 2.0.4; the page is drawn by pdf.js (unpdf 1.3.2).
# Source: the documentation of PDFKit lists WOFF2 among the fonts that can be embedded. fontkit copies the glyf table of the
#   file, which WOFF2 stores in another form (WOFF 2.0, 5.1), into the embedded font.
# Expected: the ink that the same font as TrueType leaves.
# Seen: none. A test that reads the text back does not notice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pdfkit@0.20.2 subset-font@2.9.0 unpdf@1.3.2 @napi-rs/canvas@0.1.80 pngjs@7.0.0 @fontsource-variable/noto-sans-thai@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import subsetFont from 'subset-font';
import { extractText, getDocumentProxy, renderPageAsImage } from 'unpdf';

const woff2 = readFileSync('node_modules/@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2');
const trueType = await subsetFont(woff2, undefined, { keepAllGlyphs: true, targetFormat: 'truetype' });

/** What a page of the font has: its text, and how many pixels are dark. */
async function draw(font) {
  const document = new PDFDocument({ font, size: 'A5' });
  const parts = [];
  document.on('data', (part) => parts.push(part));
  document.fontSize(40).text('\u0e01\u0e02\u0e04');
  document.end();
  await new Promise((resolve) => document.on('end', resolve));
  const file = Buffer.concat(parts);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  const image = await renderPageAsImage(new Uint8Array(file), 1, { canvasImport: () => import('@napi-rs/canvas') });
  const { data } = PNG.sync.read(Buffer.from(image));
  let dark = 0;
  for (let index = 0; index < data.length; index += 4) if (data[index + 3] > 0 && data[index] < 128) dark += 1;
  return { text, dark };
}
const [good, bad] = [await draw(trueType), await draw(woff2)];
console.log('expected:', good, ' seen:', bad);
process.exit(good.dark > 100 && bad.dark === 0 && bad.text === good.text ? 0 : 1);
SCRIPT
node try.mjs
