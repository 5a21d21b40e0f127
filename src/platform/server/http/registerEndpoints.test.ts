import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Services } from '#platform/server/context.ts';
import type { Feature } from './handlers.ts';
import { LoadLimits } from './loadLimits.ts';
import { registerEndpoints } from './registerEndpoints.ts';

const NAME = 'GET /api/things';
const complete: Endpoint = { access: 'member', summary: 'Things', response: z.array(z.string()) };
const options = {
  services: {} as Services,
  resolveSession: () => Promise.resolve(null),
  limits: new LoadLimits(true),
};

function register(endpoint: Partial<Endpoint>, handlers: Feature['handlers']) {
  const app = Fastify();
  registerEndpoints(app, options, { contract: { [NAME]: endpoint as Endpoint }, handlers });
  return app.hasRoute({ method: 'GET', url: '/api/things' });
}

const handlers = { [NAME]: () => Promise.resolve([]) };
const { access: _access, ...withoutAccess } = complete;
const { response: _response, ...withoutResponse } = complete;

test.each([
  ['declares no access', withoutAccess, handlers],
  ['declares no response', withoutResponse, handlers],
  ['has no handler', complete, {}],
])('throws an error with the name of an endpoint that %s', (_, endpoint, incomplete) => {
  expect(() => register(endpoint, incomplete)).toThrow(NAME);
});

test('registers an endpoint that declares both, also with an empty response', () => {
  expect(register(complete, handlers)).toBe(true);
  expect(register({ ...complete, response: null }, handlers)).toBe(true);
});
