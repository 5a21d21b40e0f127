/** Responses of each path to OPTIONS, HEAD and unsupported methods (RFC 9110, 9.3 and 15.5.6). */

import type { FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHttpServer } from '#platform/server/http/server.ts';
import { openLog } from '#platform/server/log.ts';
import { features } from '#app/contract.ts';
import {
  buildRequest,
  EVENT_STREAM,
  listEndpoints,
  listReads,
} from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';

const api = useApi();
let seeded: SeededBusiness;
beforeAll(async () => void (seeded = await createSeededBusiness(api)));

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'];

/** The methods of each address of the contract. */
const methodsOf = new Map<string, Set<string>>();
for (const { name } of listEndpoints(() => true)) {
  const [method = '', url = ''] = name.split(' ');
  const methods = methodsOf.get(url) ?? new Set(['OPTIONS']);
  for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(one);
  methodsOf.set(url, methods);
}
const addresses = [...methodsOf].map(([url, methods]) => ({ url, methods: [...methods].toSorted() }));
/** Nothing is looked up for these answers, so any text is an id. */
const fill = (url: string) => url.replace(/:\w+/g, '1');

describe('an address of the contract', () => {
  test.each(addresses)('$url answers OPTIONS with 204 and Allow [15.api.2]', async ({ url, methods }) => {
    const { status, headers, body } = await api.send(null, { method: 'OPTIONS', url: fill(url) });
    expect([status, headers['allow'], body]).toEqual([204, methods.join(', '), undefined]);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(addresses)(
    '$url answers other methods with 405 and Allow [15.api.2]',
    async ({ url, methods }) => {
      const { token } = seeded.business.admin;
      for (const [index, method] of METHODS.filter((one) => !methods.includes(one)).entries()) {
        // A body that no parser accepts; every second one with a session.
        const body =
          method === 'TRACE' ? {} : { body: 'text', headers: { 'content-type': 'text/x-unknown' } };
        const answer = await api.send(index % 2 ? token : null, { method, url: `${fill(url)}?x=1`, ...body });
        expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, methods.join(', ')]);
        if (method !== 'HEAD') expectError(answer, 405, 'method_not_allowed');
      }
    },
  );
});

test.each(METHODS)('an unknown address answers %s with 404 and no Allow', async (method) => {
  for (const url of ['/api/nothing-here', '/api', '/api/clients/', '/api/clients/1/nothing/here']) {
    const body = ['TRACE', 'OPTIONS'].includes(method)
      ? {}
      : { body: 'text', headers: { 'content-type': 'text/x-unknown' } };
    const answer = await api.send(null, { method, url, ...body });
    expect([url, answer.status, answer.headers['allow']]).toEqual([url, 404, undefined]);
  }
});

test('methods that only Node knows are 405 at an address and 404 elsewhere', async () => {
  const send = (url: string) => api.send(null, { method: 'PROPFIND', url });
  expect((await send('/api/clients/1')).headers['allow']).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
  expect((await send('/api/business-services/order')).headers['allow']).toBe('OPTIONS, PUT');
  expectError(await send('/api/clients'), 405, 'method_not_allowed');
  expectError(await send('/api/nothing-here'), 404, 'not_found');
});

/** Headers that differ between any two answers. */
const EACH_TIME = ['date', 'x-request-id'];
/** A PDF has the time of its generation in it, and the audit log the requests before. */
const CHANGES_ITS_LENGTH = /pdf|statement|audit/;

test('HEAD answers as GET does, without content [15.api.2]', async () => {
  const { token } = seeded.business.admin;
  const reads = listReads('care').map(({ name, query }) => ({ name, query }));
  const publicReads = listEndpoints(({ access }, name) => access === 'public' && name.startsWith('GET '));
  for (const { name, query } of [...reads, ...publicReads.map(({ name }) => ({ name, query: {} }))]) {
    const request = { ...buildRequest(name, seeded.ids), query };
    for (const one of [token, null]) {
      const get = await api.server.app.inject(toInjected(request, one));
      const head = await api.server.app.inject({ ...toInjected(request, one), method: 'HEAD' });
      const [ofGet, ofHead] = [get, head].map(({ headers }) =>
        Object.fromEntries(Object.entries(headers).filter(([header]) => !EACH_TIME.includes(header))),
      );
      if (CHANGES_ITS_LENGTH.test(name)) for (const one of [ofGet, ofHead]) delete one?.['content-length'];
      expect([name, head.statusCode, head.body, ofHead]).toEqual([name, get.statusCode, '', ofGet]);
    }
  }
}, 60_000);

function toInjected({ url, query }: { url: string; query?: Record<string, string> }, token: string | null) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return { method: 'GET' as const, url, query: query ?? {}, headers };
}

test('HEAD ignores a range, which only GET has (RFC 9110, 14.2) [15.api.2]', async () => {
  const url = `/api/exports/${seeded.ids.export}/file`;
  const read = (headers: Record<string, string>) =>
    api.send(seeded.business.admin.token, { method: 'HEAD', url, headers });
  const whole = await read({});
  for (const range of ['bytes=0-0', 'bytes=9999-']) {
    const { status, headers } = await read({ range });
    expect([status, headers['content-length'], headers['content-range']]).toEqual([
      200,
      whole.headers['content-length'],
      undefined,
    ]);
  }
});

test('HEAD of the event stream ends with the headers of the stream', async () => {
  const [, url = ''] = EVENT_STREAM.split(' ');
  const { status, headers } = await api.send(seeded.business.admin.token, { method: 'HEAD', url });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ]);
});

test('other methods count against no rate limit and need no session', async () => {
  const { token } = seeded.business.admin;
  for (let sent = 0; sent < 450; sent += 1)
    await api.send(token, { method: 'OPTIONS', url: '/api/business' });
  expect((await api.call(token, 'GET /api/business')).status).toBe(200);
});

describe('the web app', () => {
  let directory: string;
  let app: FastifyInstance;
  const SCRIPT = 'console.log("home");';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'web-app-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), '<title>Page</title>');
    await writeFile(join(directory, 'assets', 'home.js'), SCRIPT);
    app = await buildHttpServer({
      title: 'Test',
      services: api.server.services,
      features,
      resolveSession: () => Promise.resolve(null),
      readiness: { stopping: false, migrations: '' },
      log: openLog('silent'),
      secretPages: [],
      webDirectory: directory,
    });
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  test.each(['/', '/clients', '/notes/12?tab=review', '/assets/home.js', '/healthz', '/api/openapi.json'])(
    'answers other methods of %s than GET and HEAD with 405, and OPTIONS with 204',
    async (url) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'] as const) {
        const answer = await app.inject({ method: method as 'POST', url });
        expect([method, answer.statusCode, answer.headers['allow']]).toEqual([
          method,
          405,
          'GET, HEAD, OPTIONS',
        ]);
      }
      const options = await app.inject({ method: 'OPTIONS', url });
      expect([options.statusCode, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
      const [get, head] = [
        await app.inject({ method: 'GET', url }),
        await app.inject({ method: 'HEAD', url }),
      ];
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
        200,
        '',
        get.headers['content-length'],
      ]);
    },
  );

  test.each(['/missing.js', '/api/nothing-here', '/api'])('has nothing at %s', async (url) => {
    for (const method of [...METHODS, 'PROPFIND']) {
      const answer = await app.inject({ method: method as 'GET', url });
      expect([method, answer.statusCode, answer.headers['allow']]).toEqual([method, 404, undefined]);
    }
  });

  test('sends the whole file for a range that is longer than it', async () => {
    const answer = await app.inject({ url: '/assets/home.js', headers: { range: 'bytes=-65536' } });
    expect([answer.statusCode, answer.body]).toEqual([200, SCRIPT]);
  });
});
