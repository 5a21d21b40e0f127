#!/usr/bin/env bash
# saxen decodes the reference of a character beyond U+FFFF as another character: a surname becomes another letter.
#
# Version: saxen 11.2.0.
# Source: XML 1.0, 4.1: &#x20BB7; is the character of that code point. saxen: dist/index.js uses String.fromCharCode, which
#   keeps 16 bits. Generators with an ASCII output write such references.
# Expected: the Japanese surname U+20BB7 U+7530 (Yoshida).
# Seen: the Tamil letter U+0BB7 and U+7530, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund saxen@11.2.0
cat > try.mjs <<'SCRIPT'
import { Parser } from 'saxen';
const parser = new Parser();
let seen = '';
parser.on('text', (text, decode) => (seen += decode(text)));
parser.parse('<t>&#x20BB7;&#x7530;</t>');
const codes = (text) => [...text].map((char) => char.codePointAt(0).toString(16)).join(' ');
console.log('seen:', codes(seen), ' expected: 20bb7 7530');
process.exit(codes(seen) === 'bb7 7530' ? 0 : 1);
SCRIPT
node try.mjs
