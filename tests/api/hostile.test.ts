/** Whatever comes in, the answer is the caller's mistake, never ours. Walks every endpoint by itself. */
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import { HOSTILE_VALUES, HOSTILE_ADDRESS_VALUES } from '#tests/support/helpers/randomRequests.ts';
import {
  createSeededBusiness,
  buildBody,
  hasBody,
  getRowKind,
} from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';

interface Named {
  name: string;
  endpoint: Endpoint;
}
const endpoints: Named[] = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([name]) => name !== 'GET /api/events')
  .map(([name, endpoint]) => ({ name, endpoint }));
const withBody = endpoints.filter(({ endpoint }) => endpoint.body !== undefined);
const withQuery = endpoints.filter(({ endpoint }) => endpoint.query !== undefined);
const withIds = endpoints.filter(({ name }) => name.includes('/:'));

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
});

const idOf = (name: string) => (name.includes('/:') ? seeded.ids[getRowKind(name)] : 0);

/** Sends and answers what the answer must never be: a fault of the server, or an error of another shape. */
async function faultOf(request: {
  method: string;
  url: string;
  body?: unknown;
  query?: Record<string, string>;
}) {
  const { status, error, headers } = await api.send(seeded.manager.token, request);
  if (status >= 500) return `${request.method} ${request.url} ${JSON.stringify(request.body)}: ${status}`;
  const shaped =
    error === null || (typeof error.code === 'string' && error.requestId === headers['x-request-id']);
  return shaped ? null : `${request.url}: ${JSON.stringify(error)}`;
}

async function expectNoFault(requests: Parameters<typeof faultOf>[0][]): Promise<void> {
  const faults: string[] = [];
  for (const request of requests) {
    const fault = await faultOf(request);
    if (fault !== null) faults.push(fault);
  }
  expect(faults).toEqual([]);
}

describe('a body', () => {
  test.each(withBody)('of $name may hold anything [10.1.21,35 R-11,20]', async ({ name }) => {
    const address = buildAddress(name, { id: idOf(name) });
    const good = hasBody(name) ? buildBody(name, seeded.ids) : {};
    const whole = HOSTILE_VALUES.filter((value) => typeof value !== 'string').map((body) => ({
      ...address,
      body,
    }));
    const fields = Object.keys(good).flatMap((field) =>
      HOSTILE_VALUES.map((value) => ({ ...address, body: { ...good, [field]: value } })),
    );
    await expectNoFault([...whole, ...fields]);
  });
});

describe('an address', () => {
  test.each(withQuery)('of $name may ask for anything [10.1.35 R-20]', async ({ name, endpoint }) => {
    const address = buildAddress(name, { id: idOf(name) });
    const values = HOSTILE_VALUES.filter(
      (value) => typeof value === 'string' || typeof value === 'number',
    ).map(String);
    await expectNoFault(
      Object.keys(endpoint.query?.shape ?? {}).flatMap((key) =>
        values.map((value) => ({ ...address, query: { [key]: value.slice(0, 3000) } })),
      ),
    );
  });

  test.each(withIds)('of $name may name anything [10.1.35 R-20]', async ({ name }) => {
    const [method = '', path = ''] = name.split(' ');
    await expectNoFault(
      HOSTILE_ADDRESS_VALUES.map((id) => ({ method, url: path.replace(/:\w+/, id), body: undefined })),
    );
  });
});

test('through all of it the session stood, so the answers above were about the input', async () => {
  expect((await api.call(seeded.manager.token, 'GET /api/auth/validate')).status).toBe(200);
});
