#!/usr/bin/env bash
# fontkit raises an error for common words of Punjabi, Malayalam and Khmer in the Noto fonts, so that a PDF fails.
#
# Version: fontkit 2.0.4 (the engine of PDFKit 0.20.2), Noto Sans of fontsource 5.3.0.
# Source: fontkit documents Font.layout for "all OpenType features"; HarfBuzz (harfbuzzjs 1.6.4) lays out the same words.
#   The error comes from its GPOS engine, which reads an anchor that the font leaves out (null in OpenType).
# Expected: glyphs for the words for India, Kerala and Cambodia.
# Seen: a TypeError for some of them. Who draws names has to shape them with HarfBuzz.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 subset-font@2.9.0 harfbuzzjs@1.6.4 @fontsource-variable/noto-sans-gurmukhi@5.3.0 @fontsource-variable/noto-sans-malayalam@5.3.0 @fontsource-variable/noto-sans-khmer@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';

const languages = { pa: 'gurmukhi', ml: 'malayalam', km: 'khmer' };
let raised = 0;
for (const [language, script] of Object.entries(languages)) {
  const file = `node_modules/@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`;
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: 400 } };
  const content = await subsetFont(readFileSync(file), undefined, options);
  const font = fontkit.create(content);
  const peer = new hb.Font(new hb.Face(new hb.Blob(content)));
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const words = ['IN', 'US', 'FR', 'DE', 'KH', 'GB', 'CN', 'RU', 'BR', 'MX', 'EG', 'PE'].flatMap((code) => names.of(code).split(/[^\p{L}\p{M}]+/u));
  const errors = words.filter((word) => {
    const buffer = new hb.Buffer();
    buffer.addText(word);
    buffer.guessSegmentProperties();
    hb.shape(peer, buffer);
    if (buffer.getGlyphInfos().some(({ codepoint }) => codepoint === 0)) throw new Error(`HarfBuzz lacks a glyph for ${word}`);
    try {
      font.layout(word);
      return false;
    } catch (error) {
      if (raised === 0) console.log(word, String(error));
      raised += 1;
      return true;
    }
  });
  console.log(language, 'raises for', errors.length, 'of', words.length, 'words:', errors.join(' '));
}
process.exit(raised > 0 ? 0 : 1);
SCRIPT
node try.mjs
