/** The same for every address: error shape, headers, body limits, OpenAPI document. */

import { describe, expect, test } from 'vitest';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { startApi, useApi, type Api } from '#tests/support/helpers/api.ts';

const api = useApi();

const REGISTER = { method: 'POST', url: '/api/auth/register-business' };
const register = (body: unknown) => api.send(null, { ...REGISTER, body });
const json = { 'content-type': 'application/json' };

describe('errors have the standard shape for', () => {
  test.each([
    ['an unknown address', { method: 'GET', url: '/api/nothing-here' }, 404, 'not_found'],
    ['an invalid escape in the address', { method: 'GET', url: '/api/clients/%' }, 400, 'invalid'],
    ['an id of 201 characters', { method: 'GET', url: `/api/clients/${'a'.repeat(201)}` }, 404, 'not_found'],
    ['an unknown method of an address', { method: 'PATCH', url: '/api/business' }, 405, 'method_not_allowed'],
    ['no session', { method: 'GET', url: '/api/business' }, 401, 'session_invalid'],
    ['a body that is not JSON', { ...REGISTER, body: '{"name":', headers: json }, 400, 'invalid'],
    [
      'a body of another type',
      { ...REGISTER, body: 'a=b', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    ['a body with __proto__', { ...REGISTER, body: '{"__proto__":{"a":1}}', headers: json }, 400, 'invalid'],
    ['a NUL character', { ...REGISTER, body: { name: 'a\0b' } }, 400, 'invalid'],
    ['a body over the limit', { ...REGISTER, body: { name: 'x'.repeat(1_100_000) } }, 413, 'too_large'],
  ])('%s [7.all.3 10.1.21,31,32 R-11]', async (_, request, status, code) => {
    const answer = await api.send(null, request);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({
      code,
      message: expect.stringMatching(/\w/),
      requestId: answer.headers['x-request-id'],
    });
  });

  test('a wrong body names every field [10.1.21,22]', async () => {
    const answer = await register({ name: ' ', email: 'no address' });
    expect(answer.status).toBe(400);
    expect(answer.error?.issues).toEqual([
      { path: 'name', message: 'Business name is required' },
      { path: 'email', message: 'Valid email is required' },
      { path: 'phone', message: 'Phone number is required' },
      { path: 'address', message: 'Address is required' },
    ]);
  });

  test('an escaped backslash before u0000 is plain text, not a NUL', async () => {
    const answer = await register({ name: 'a\\u0000b', email: 'x' });
    expect(answer.error?.issues?.map((one) => one.path)).not.toContain('name');
  });
});

/** The whole policy without other origins; a directive that is added or loosened is seen here. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
];

test('every page has the whole content security policy, directive by directive [S-20]', async () => {
  const { headers } = await api.send(null, { method: 'GET', url: '/' });
  expect(String(headers['content-security-policy']).split(';')).toEqual(PAGE_POLICY);
});

test('every response has the security headers [S-20,21]', async () => {
  const { headers } = await api.send(null, { method: 'GET', url: '/api/businesses/count' });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect(String(headers['content-security-policy']).split(';')).toEqual(PAGE_POLICY);
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}
interface Operation {
  responses: Record<string, { headers?: Record<string, { description: string }> }>;
  parameters: { name: string; in: string }[];
}
const readDocument = async () =>
  (await api.send(null, { method: 'GET', url: '/api/openapi.json' })).body as OpenApiDocument;

test('the OpenAPI document lists every endpoint of every feature [10.1.40]', async () => {
  const document = await readDocument();
  expect(document.openapi).toBe('3.1.0');
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const declared = listEndpoints(() => true).map(({ name }) => name);
  expect(listed.toSorted()).toEqual(declared.toSorted());
  expect(declared.length).toBeGreaterThan(0);
});

test('the OpenAPI document describes paging, totals up to 10,000, and which calls take idempotency keys', async () => {
  const { paths } = await readDocument();
  for (const { name, endpoint } of listEndpoints(() => true)) {
    const [method = '', url = ''] = name.split(' ');
    const { responses, parameters } = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
    const total = responses?.['200']?.headers?.['X-Total-Count']?.description;
    expect([name, total?.includes('count up to 10000')]).toEqual([
      name,
      endpoint.paged === true || undefined,
    ]);
    const keyed = /^(POST|PUT|PATCH)$/.test(method) && endpoint.access !== 'public';
    const names = parameters?.filter((one) => one.in === 'header').map((one) => one.name);
    expect([name, names]).toEqual([name, keyed ? ['Idempotency-Key'] : []]);
  }
});

test('GET /api/docs/ answers 200 with its own content security policy [10.1.41]', async () => {
  const page = await api.send(null, { method: 'GET', url: '/api/docs/' });
  expect(page.status).toBe(200);
  expect(String(page.headers['content-security-policy'])).toContain('script-src');
});

test('the API document has one text in each format, so that none is converted for a request [10.1.41]', async () => {
  const [document, ...formats] = await Promise.all(
    ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'].map((url) =>
      api.server.app.inject({ method: 'GET', url }),
    ),
  );
  expect(document?.body.length).toBeLessThan(1_000_000);
  expect(formats.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
    [200, 'application/json; charset=utf-8'],
    [200, 'application/yaml'],
  ]);
  for (const { body } of formats) expect(body).toBe(document?.body);
});

test('GET /healthz, /readyz and /metrics answer 200 [10.7.17,18]', async () => {
  const get = (url: string) => api.send(null, { method: 'GET', url });
  expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'up' } });
  expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  expect((await get('/metrics')).body).toContain('http_request_duration_seconds_count');
});

test('the client address is taken from a trusted proxy, and from no other [10.7.7 S-16]', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const readAuditedAddress = async (on: Api) => {
    const { admin } = await createBusiness(on);
    await on.ok(admin.token, 'PUT /api/profile', { body: { bio: 'Here' }, headers });
    return (await on.ok(admin.token, 'GET /api/audit', { query: { object: 'person', limit: 1 } }))[0]?.ip;
  };
  const behind = await startApi({ TRUST_PROXY: '127.0.0.1' });
  const addresses = [await readAuditedAddress(behind), await readAuditedAddress(api)];
  await behind.stop();
  expect(addresses).toEqual(['203.0.113.9', '127.0.0.1']);
});
