#!/usr/bin/env bash
# bidi-js returns the characters of the whole text for a line of it, so that each line is drawn with all others.
#
# Version: bidi-js 1.1.0.
# Source: its types: getReorderedIndices(string, levels, start, end), "First character in a subset of the full string".
# Expected: the indices from start to end in visual order.
# Seen: as many indices as the text has, of which those from start to end are reordered; the caller has to cut them out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts bidi-js@1.1.0
cat > try.mjs <<'SCRIPT'
import createBidi from 'bidi-js';

const bidi = createBidi();
const text = 'Met \u05e9\u05e8\u05d4 \u05dc\u05d5\u05d9 at noon';
const levels = bidi.getEmbeddingLevels(text, 'ltr');
const [start, end] = [4, 10];
const seen = bidi.getReorderedIndices(text, levels, start, end);
console.log('seen:', seen.join(' '), ' expected:', seen.slice(start, end + 1).join(' '));
process.exit(seen.length === text.length && seen.slice(start, end + 1).join() === '10,9,8,7,6,5,4' ? 0 : 1);
SCRIPT
node try.mjs
