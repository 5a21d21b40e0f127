#!/usr/bin/env bash
# The form resolver for zod puts the message of one member of a union at the field, not the message of the union.
#
# Version: @hookform/resolvers 7.0.7 with zod 4.6.7 and react-hook-form 7.92.0.
# Source: zod's documentation of unions and custom errors (zod.dev/error-customization): `error` of a schema is its message.
# Expected: 'Enter a rate such as 12.50', as zod's own issue and the same library's resolver for Standard Schema have it.
# Seen: 'Invalid input: expected ""', the message of the member that allows an empty field, is what the user reads.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @hookform/resolvers@7.0.7 zod@4.6.7 react-hook-form@7.92.0 react@19.2.0
cat > try.mjs <<'SCRIPT'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';

const message = 'Enter a rate such as 12.50';
const rate = z.union([z.literal(''), z.string().regex(/^\d+(\.\d+)?$/, { abort: true })], { error: message });
const schema = z.object({ rate });
const own = schema.safeParse({ rate: '7,50' }).error.issues[0].message;
const options = { fields: {}, shouldUseNativeValidation: false };
const at = async (resolver) => (await resolver(schema)({ rate: '7,50' }, undefined, options)).errors.rate.message;
const [byZod, byStandard] = [await at(zodResolver), await at(standardSchemaResolver)];
console.log({ own, byZod, byStandard });
process.exit(own === message && byStandard === message && byZod === 'Invalid input: expected ""' ? 0 : 1);
SCRIPT
node try.mjs
