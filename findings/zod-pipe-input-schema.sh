#!/usr/bin/env bash
# zod 4.6.7: limits behind a pipe are not in the JSON schema of an input, although the input has to meet them.
#
# version: zod 4.6.7
# source: `toJSONSchema` with `io: 'input'` takes only the first schema of a pipe (v4/core/to-json-schema); the usual way
#   to write a number of a query string is `z.coerce.number().pipe(z.int().min(1).max(200))`
# expected: the schema of the input says integer, 1 to 200, as it does for the same rules without a pipe
# seen: only `{"type":"number"}`, so a client that is generated from an OpenAPI document sends 1000000 and gets a 400;
#   the same for texts: `z.string().pipe(z.iso.date())` is `{"type":"string"}`
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zod@4.6.7 >/dev/null
cat >probe.mjs <<'JS'
import { z } from 'zod';

const show = (name, schema) => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input' });
  console.log(`${name}: ${JSON.stringify(json)}`);
  return json;
};
const piped = z.coerce.number().pipe(z.int().min(1).max(200));
const direct = z.coerce.number().int().min(1).max(200);
const before = show('number, piped', piped);
const after = show('number, in one schema', direct);
const day = show('date, piped', z.string().pipe(z.iso.date()));
const both = [piped, direct].map((schema) => schema.safeParse('1000000').success);
console.log(`both refuse 1000000: ${both.every((accepted) => !accepted)}`);
const isAsSeen =
  before.maximum === undefined && after.maximum === 200 && day.format === undefined && !both.includes(true);
console.log(isAsSeen ? 'as described' : 'CHANGED');
process.exit(isAsSeen ? 0 : 1);
JS
node probe.mjs
