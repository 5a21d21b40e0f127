#!/usr/bin/env bash
# fontkit draws other glyphs than HarfBuzz for many words of Bengali and Burmese: a name gets another spelling.
#
# Version: fontkit 2.0.4 (the engine of PDFKit 0.20.2), Noto Sans of fontsource 5.3.0.
# Source: the OpenType specification for Bengali and Myanmar (order of clusters, half and subjoined forms), which HarfBuzz
#   (harfbuzzjs 1.6.4) and browsers follow.
# Expected: the glyphs of HarfBuzz from the same font, as for Hindi and Tamil.
# Seen: others, without an error; text that is read back from the PDF is right, only the picture is wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 subset-font@2.9.0 harfbuzzjs@1.6.4 @fontsource-variable/noto-sans-bengali@5.3.0 @fontsource-variable/noto-sans-myanmar@5.3.0 @fontsource-variable/noto-sans-devanagari@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';

const CODES = ['IN', 'US', 'FR', 'DE', 'KH', 'GB', 'CN', 'RU', 'BR', 'MX', 'EG', 'PE', 'MM', 'TH', 'VN', 'ZA'];
const shares = {};
for (const [language, script] of Object.entries({ hi: 'devanagari', bn: 'bengali', my: 'myanmar' })) {
  const file = `node_modules/@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`;
  const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: { wght: 400 } };
  const content = await subsetFont(readFileSync(file), undefined, options);
  const font = fontkit.create(content);
  const peer = new hb.Font(new hb.Face(new hb.Blob(content)));
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const words = CODES.flatMap((code) => names.of(code).split(/[^\p{L}\p{M}]+/u)).filter(Boolean);
  const different = words.filter((word) => {
    const buffer = new hb.Buffer();
    buffer.addText(word);
    buffer.guessSegmentProperties();
    hb.shape(peer, buffer);
    const expected = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
    const seen = font.layout(word).glyphs.map(({ id }) => id);
    return JSON.stringify(seen) !== JSON.stringify(expected);
  });
  shares[language] = different.length / words.length;
  console.log(language, 'differs for', different.length, 'of', words.length, 'words:', different.slice(0, 6).join(' '));
}
process.exit(shares.hi < 0.05 && shares.bn > 0.1 && shares.my > 0.1 ? 0 : 1);
SCRIPT
node try.mjs
