#!/usr/bin/env bash
# The variable Noto Sans SC, TC, JP and KR of fontsource are Thin unless a weight is set; those of other scripts are Regular.
#
# Version: @fontsource-variable/noto-sans-jp 5.3.1 and noto-sans-thai 5.3.0.
# Source: the fvar table of the files: the default of the axis wght is 100 in the fonts of East Asia and 400 in others.
# Expected: the default weight is 400, as the names (Noto Sans JP, no Thin) and the other packages have it.
# Seen: a program without variations, such as PDFKit with the converted file, draws hairlines that a printer hardly shows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 @fontsource-variable/noto-sans-jp@5.3.1 @fontsource-variable/noto-sans-sc@5.3.1 @fontsource-variable/noto-sans-thai@5.3.0
cat > try.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';

const read = (name, part) =>
  fontkit.create(readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`)).variationAxes.wght.default;
const defaults = { thai: read('noto-sans-thai', 'thai'), japanese: read('noto-sans-jp', '118'), chinese: read('noto-sans-sc', '118') };
console.log('default weights:', defaults);
process.exit(defaults.thai === 400 && defaults.japanese === 100 && defaults.chinese === 100 ? 0 : 1);
SCRIPT
node try.mjs
