import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Services } from '#platform/server/context.ts';
import { registerEndpoints } from './registerEndpoints.ts';
import { LoadLimits } from './loadLimits.ts';
import type { Feature } from './handlers.ts';

const NAME = 'GET /api/things';
const whole: Endpoint = { access: 'member', summary: 'Things', response: z.array(z.string()) };
const binding = {
  services: {} as Services,
  resolveSession: () => Promise.resolve(null),
  limits: new LoadLimits(true),
};

function bound(endpoint: Partial<Endpoint>, handlers: Feature['handlers']) {
  const app = Fastify();
  registerEndpoints(app, binding, { contract: { [NAME]: endpoint as Endpoint }, handlers });
  return app.hasRoute({ method: 'GET', url: '/api/things' });
}

const handlers = { [NAME]: () => Promise.resolve([]) };
const { access: _access, ...withoutAccess } = whole;
const { response: _response, ...withoutResponse } = whole;

test.each([
  ['declares no access', withoutAccess, handlers],
  ['declares no response', withoutResponse, handlers],
  ['has no handler', whole, {}],
])('an endpoint that %s stops the start and is named', (_, endpoint, given) => {
  expect(() => bound(endpoint, given)).toThrow(NAME);
});

test('one that declares both is bound, also when its answer is empty', () => {
  expect(bound(whole, handlers)).toBe(true);
  expect(bound({ ...whole, response: null }, handlers)).toBe(true);
});
