/** Spellings of addresses with a secret, and requests that no route sees, over real connections. */

import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHttpServer } from '#platform/server/http/server.ts';
import { openLog } from '#platform/server/log.ts';
import { features } from '#app/contract.ts';
import { SECRET_PAGES } from '#app/secretPages.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createAssignedClient } from '#tests/support/factories/notes.ts';
import { createNoteWithReceipt } from '#tests/support/factories/receipts.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { captureLog } from '#tests/support/helpers/logOutput.ts';

const api = useApi({ RATE_LIMITS: 'off' });
let directory: string;
let app: FastifyInstance;
let token: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'addresses-'));
  await writeFile(join(directory, 'index.html'), '<title>Page</title>');
  app = await buildHttpServer({
    title: 'Test',
    services: api.server.services,
    features,
    resolveSession: () => Promise.resolve(null),
    readiness: { stopping: false, migrations: '' },
    log: openLog('trace'),
    secretPages: SECRET_PAGES,
    webDirectory: directory,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const business = await createBusiness(api, { plan: 'professional' });
  const { author, client } = await createAssignedClient(api, business);
  ({ token } = await createNoteWithReceipt(api, author, { clientId: client.id }));
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are: clients of HTTP correct addresses before they send them. */
async function sendRaw(request: string): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}
const sendTo = (target: string, method = 'GET') =>
  sendRaw(`${method} ${target} HTTP/1.1\r\nHost: agency.example\r\nConnection: close\r\n\r\n`);

/** Every address of the product with a secret in it. */
const endpoints = listEndpoints(({ secretAddress }) => secretAddress === true);
const listSecretAddresses = () => {
  const fill = (route: string) => route.replace(':token', token);
  return [
    ...endpoints.map(({ name, endpoint }) => ({
      method: name.split(' ')[0] ?? '',
      address: fill(name.split(' ')[1] ?? '').replace(':id', '1') + (endpoint.query ? `?claim=${token}` : ''),
    })),
    ...SECRET_PAGES.map((route) => {
      const query = route.includes(':token') ? '' : `?token=${token}&claim=${token}`;
      return { method: 'GET', address: `${fill(route)}${query}` };
    }),
  ];
};

/** Replaces each character of a path, in turn. */
const replaceEach = (path: string, replacement: (character: string) => string): string[] =>
  [...path].map((one, index) => path.slice(0, index) + replacement(one) + path.slice(index + 1));
const replaceSlashes = (path: string, replacement: string): string[] =>
  replaceEach(path, (one) => (one === '/' ? replacement : one)).filter((one) => one !== path);
const escapeCharacter = (one: string) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`;

/** Other spellings of a path that some router, proxy, browser or file system takes for the same. */
function respell(path: string): string[] {
  return [
    ...replaceEach(path, escapeCharacter),
    ...replaceEach(path, (one) => escapeCharacter(one).toLowerCase()),
    [...path].map((one) => (one === '/' ? one : escapeCharacter(one))).join(''),
    ...replaceEach(path, (one) => escapeCharacter(one).replace('%', '%25')),
    ...['//', '/./', '/x/../', '/%2E/', '/%2e%2e/', '\\', '/%00', '/ '].flatMap((one) =>
      replaceSlashes(path, one),
    ),
    ...replaceEach(path.replace(token, ''), (one) => one.toUpperCase()).map(
      (one) => one + path.slice(one.length),
    ),
    path.toUpperCase().replace(token.toUpperCase(), token),
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}#`,
    `${path};x`,
    `${path}%20`,
    `${path}%`,
    `${path}%zz`,
    `${path}%3Fclaim=${token}`,
    `${path}%0d%0aX-Token:%20${token}`,
    `//agency.example${path}`,
    `ftp://agency.example${path}`,
    `http://agency.example/${path}`,
    `x${path}`,
    `http:${path}`,
    `http:/agency.example${path}`,
  ].filter((one) => one !== path);
}

const HEADERS = [
  'x-robots-tag: noindex, nofollow',
  'cache-control: no-store',
  'referrer-policy: no-referrer',
  "content-security-policy: default-src 'none'",
  'x-content-type-options: nosniff',
  'x-request-id: ',
];
const listMissing = ({ head }: Answer) => HEADERS.filter((one) => !head.includes(`\r\n${one}`));
/** Other requests at an address: versions, headers that some proxies or frameworks obey, bodies, and none that is valid. */
const listForms = (method: string, address: string): string[] => [
  `${method} ${address} HTTP/1.0\r\n\r\n`,
  `${method} ${address}\r\n\r\n`,
  `${method.toLowerCase()} ${address} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ...[
    'Upgrade: websocket',
    'Range: bytes=0-1',
    'If-None-Match: *',
    `Referer: http://agency.example${address}`,
    `X-Original-URL: ${address}`,
    `X-Forwarded-Host: ${token}`,
    `Cookie: token=${token}`,
    `Authorization: Bearer ${token}`,
    'X-HTTP-Method-Override: PROPFIND',
    'Transfer-Encoding: chunked\r\n\r\nz',
    'Content-Length: 2\r\nContent-Length: 3',
    'Host: agency.example',
    `Bad Header: ${token}`,
    ` folded: ${address}`,
  ].map((header) => `${method} ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`),
];
/** Parts of the token, of which a log has none. */
const listParts = () => Array.from({ length: 8 }, (_, index) => token.slice(index * 5, index * 5 + 8));

test('an address with a secret has one spelling; its log and headers keep the secret in every other one too [13.receipt.3,10 T24]', async () => {
  expect(endpoints.map(({ name }) => name)).toEqual([
    'GET /api/businesses/:id',
    'GET /api/receipts/:token',
    'POST /api/receipts/:token/dispute',
  ]);
  // Rows and settings have ids and keys; any other parameter is a secret.
  const others = listEndpoints(
    ({ secretAddress, query }, name) =>
      !secretAddress &&
      (/:(?!id\b|\w+Id\b|key\b|code\b|date\b)/.test(name) ||
        Object.keys(query?.shape ?? {}).some((field) => /claim|token|secret|password|code/i.test(field))),
  );
  expect(others.map(({ name }) => name)).toEqual([]);
  const faults: unknown[] = [];
  const log = await captureLog(async () => {
    for (const { method, address } of listSecretAddresses()) {
      const [path = '', query] = address.split('?');
      const withQuery = (one: string) => (query === undefined ? one : `${one}?${query}`);
      for (const same of [
        address,
        `http://agency.example${address}`,
        `HTTPS://x:1${address}`,
        withQuery(path),
      ]) {
        const answer = await sendTo(same, method);
        // The dispute has no body, and the claim is not that of the business.
        const expected = method === 'POST' ? [415, 400] : [path.startsWith('/api/businesses') ? 404 : 200];
        if (!expected.includes(answer.status) || listMissing(answer).length > 0) faults.push([same, answer]);
      }
      for (const other of respell(path).map(withQuery)) {
        const answer = await sendTo(other, method);
        if (![400, 404, 405].includes(answer.status) || listMissing(answer).length > 0)
          faults.push([method, other, answer.status, listMissing(answer)]);
      }
      for (const one of ['HEAD', 'OPTIONS', 'DELETE', 'PROPFIND', 'TRACE', 'QUERY'])
        for (const same of [address, withQuery(path.replace('/r', '/%72'))]) {
          const answer = await sendTo(same, one);
          if (listMissing(answer).length > 0) faults.push([one, same, answer]);
        }
      for (const request of listForms(method, address)) {
        const answer = await sendRaw(request);
        if (listMissing(answer).length > 0) faults.push([request, answer]);
      }
    }
  });
  expect(faults).toEqual([]);
  expect(log).toContain('"route":"/api/receipts/:token"');
  expect(log).toContain('"route":"/r/:token"');
  expect(log).toContain('"route":"none"');
  expect(listParts().filter((part) => log.includes(part))).toEqual([]);
});

test('other addresses are logged with their path and without their query; those of pages only as such', async () => {
  const log = await captureLog(async () => {
    for (const target of ['/api/notes/12?search=Ann', '/notes/12', '/api/nothing/12']) await sendTo(target);
  });
  const lines = log
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  expect(lines.map(({ route, path, status }) => [route, path, status])).toEqual([
    ['/api/notes/:id', '/api/notes/12', 401],
    ['/*', undefined, 200],
    ['none', undefined, 404],
  ]);
});

test.each([
  ['a bad escape', 'GET /api/notes/%E0%A4%A HTTP/1.1\r\nHost: x\r\n', 400, 'invalid'],
  [
    'a parameter that is too long',
    `GET /api/notes/${'1'.repeat(500)} HTTP/1.1\r\nHost: x\r\n`,
    404,
    'not_found',
  ],
  ['an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n`, 431, 'too_large'],
  ['a bad request line', 'GET / x HTTP/1.1\r\nHost: x\r\n', 400, 'invalid'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n', 400, 'invalid'],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: x\r\n', 400, 'invalid'],
  ['no request at all', 'hello\r\n', 400, 'invalid'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n',
    400,
    'invalid',
  ],
  ['no Host', 'GET /api/auth/validate HTTP/1.1\r\n', 400, 'invalid'],
  ['an asterisk', 'GET * HTTP/1.1\r\nHost: x\r\n', 404, 'not_found'],
])(
  'the answer to %s has the headers and the form of every other one [S-20,21]',
  async (_, request, status, code) => {
    const answer = await sendRaw(`${request}Connection: close\r\n\r\n`);
    const missing = listMissing(answer).filter((one) => !one.startsWith('x-robots') || status !== 400);
    expect([answer.status, missing]).toEqual([status, []]);
    expect(JSON.parse(answer.body)).toMatchObject({
      code,
      message: expect.any(String),
      requestId: expect.any(String),
    });
  },
);

test('OPTIONS of the whole server is 204 (RFC 9110, 9.3.7) [15.api.2]', async () => {
  const { status, body } = await sendTo('*', 'OPTIONS');
  expect([status, body]).toEqual([204, '']);
});

test('an expectation that the server does not support is ignored (RFC 9110, 10.1.1) [S-20]', async () => {
  const answer = await sendRaw(
    'GET /api/businesses/count HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n',
  );
  expect([answer.status, listMissing(answer)]).toEqual([200, ['x-robots-tag: noindex, nofollow']]);
});

test(
  'a body at an address that the router rejects is not waited for [R-10]',
  { timeout: 5_000 },
  async () => {
    const { status } = await sendRaw(
      'POST /api/notes/%E0%A4%A HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{',
    );
    expect(status).toBe(400);
  },
);
