#!/usr/bin/env bash
# PDFKit breaks lines of Thai (and Khmer, Lao and Burmese) in the middle of words, because it sees a paragraph as one word.
#
# Version: pdfkit 0.20.2 with linebreak 1.1.0.
# Source: UAX #14, class SA: "characters that require a dictionary to determine line breaks"; linebreak treats them as AL, and
#   PDFKit (LineWrapper.eachWord) then cuts the long word after any code unit that fits.
# Expected: lines that end between words, which Intl.Segmenter finds without another package.
# Seen: nearly half of the lines begin inside a word, as in "wo" and "rds".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pdfkit@0.20.2 subset-font@2.9.0 @fontsource-variable/noto-sans-thai@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import subsetFont from 'subset-font';

const woff2 = readFileSync('node_modules/@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2');
const font = await subsetFont(woff2, undefined, { keepAllGlyphs: true, targetFormat: 'truetype' });
const text = 'ช่วยคุณสมศรีเตรียมอาหารเช้าและทำความสะอาดห้องครัวจากนั้นไปร้านขายยาด้วยกันเพื่อรับยาแล้วกลับบ้านโดยปลอดภัย';
const words = new Set([...new Intl.Segmenter('th', { granularity: 'word' }).segment(text)].map(({ index }) => index));

/** Where lines of a width begin. */
function listLines(width) {
  const document = new PDFDocument({ font });
  const lines = [];
  const line = document._line;
  document._line = (part, ...rest) => {
    lines.push(part);
    line(part, ...rest);
  };
  document.text(text, { width });
  let index = 0;
  return lines.map((part) => (index += part.length) - part.length);
}
const starts = Array.from({ length: 60 }, (_, index) => listLines(100 + index)).flat();
const insideWords = starts.filter((start) => !words.has(start));
console.log(`${starts.length} lines, of which ${insideWords.length} begin inside a word`);
process.exit(insideWords.length > starts.length / 4 ? 0 : 1);
SCRIPT
node try.mjs
