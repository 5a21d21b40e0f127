#!/usr/bin/env bash
# zod 4.6.7: the JSON schema of `z.string().startsWith()` has a format that no validator knows.
#
# version: zod 4.6.7, ajv 8.20.0
# source: zod's `toJSONSchema` copies the internal name of a string check into `format` (v4/core/to-json-schema);
#   JSON Schema 2020-12, format-annotation, lists the formats that validators know. ajv: "strict mode" option.
# expected: `{"type":"string","pattern":"^data:.*"}`; a schema that a strict validator compiles
# seen: `"format":"starts_with"` beside the pattern; ajv refuses to compile the whole schema, so a document that is
#   generated from zod schemas cannot be used by clients that validate with ajv
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zod@4.6.7 ajv@8.20.0 >/dev/null
cat >probe.mjs <<'JS'
import Ajv from 'ajv/dist/2020.js';
import { z } from 'zod';

const schema = z.toJSONSchema(z.object({ picture: z.string().startsWith('data:') }), { io: 'input' });
console.log('schema:', JSON.stringify(schema.properties.picture));
let refusal = 'none';
try {
  new Ajv().compile(schema);
} catch (error) {
  refusal = error.message;
}
console.log('ajv:', refusal);
const isAsSeen = schema.properties.picture.format === 'starts_with' && refusal.includes('unknown format');
console.log(isAsSeen ? 'as described' : 'CHANGED');
process.exit(isAsSeen ? 0 : 1);
JS
node probe.mjs
