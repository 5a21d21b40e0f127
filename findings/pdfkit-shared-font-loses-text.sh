#!/usr/bin/env bash
# A font that is opened once and used for several PDFs of PDFKit loses the text of letters: the letter is drawn, but cannot be
# searched or copied.
#
# Version: pdfkit 0.20.2, fontkit 2.0.4.
# Source: PDFKit takes an open font of fontkit (typeof src.layout === 'function'); fontkit keeps each glyph with the characters
#   for which it was first used (getGlyph of TTFFont). Embedding '\u00ec' uses the dotless i, a part of it, for no character.
# Expected: the second document has the same text as it would have alone.
# Seen: the dotless i of the second document stands for no character.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts pdfkit@0.20.2 dejavu-fonts-ttf@2.37.3 unpdf@1.8.1
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import { extractText, getDocumentProxy } from 'unpdf';

const content = readFileSync('node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

async function write(font, text) {
  const document = new PDFDocument({ font });
  const parts = [];
  document.on('data', (part) => parts.push(part));
  document.text(text);
  document.end();
  await new Promise((resolve) => document.on('end', resolve));
  const file = await getDocumentProxy(new Uint8Array(Buffer.concat(parts)));
  return (await extractText(file, { mergePages: true })).text.trim();
}
const alone = await write(fontkit.create(content), 'Aydın');
const shared = fontkit.create(content);
await write(shared, 'ì');
const later = await write(shared, 'Aydın');
console.log({ expected: alone, seen: later });
process.exit(alone === 'Aydın' && later !== 'Aydın' ? 0 : 1);
SCRIPT
node try.mjs
