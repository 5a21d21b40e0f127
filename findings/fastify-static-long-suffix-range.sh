#!/usr/bin/env bash
# @fastify/static 10.1.11: a suffix range that is longer than the file is answered with 416.
#
# version: @fastify/static 10.1.11 (@fastify/send 4.2.1), fastify 5.12.8
# source: @fastify/send, lib/parseBytesRange.js: `start = size - end` becomes negative and the range is dropped;
#   RFC 9110, 14.1.2: a suffix that is longer than the representation means all of it.
# expected: `Range: bytes=-65536` of a file of 11 bytes is 206 with `bytes 0-10/11` (or 200 with the whole file)
# seen: 416 with `bytes */11`. Viewers that read the end of a file first (PDF, ZIP) cannot open small ones.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fastify@5.12.8 @fastify/static@10.1.11 >/dev/null
mkdir files && printf 'hello world' >files/a.txt
cat >probe.mjs <<'JS'
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

const app = Fastify();
await app.register(fastifyStatic, { root: `${process.cwd()}/files` });
const read = async (range) => {
  const { statusCode, headers } = await app.inject({ url: '/a.txt', headers: { range } });
  console.log(`${range}: ${statusCode} ${headers['content-range'] ?? ''}`);
  return statusCode;
};
const exact = await read('bytes=-11');
const longer = await read('bytes=-65536');
await app.close();
const isAsSeen = exact === 206 && longer === 416;
console.log(isAsSeen ? 'as described' : 'CHANGED');
process.exit(isAsSeen ? 0 : 1);
JS
node probe.mjs
