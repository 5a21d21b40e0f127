/** Hostile input gets an error of the caller (4xx), never one of the server. Walks every endpoint. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '#tests/support/helpers/api.ts';
import { HOSTILE_IDS, HOSTILE_VALUES } from '#tests/support/helpers/randomRequests.ts';
import { buildRequest, EVENT_STREAM, listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';

const withBody = listEndpoints(({ body }) => body !== undefined);
const withQuery = listEndpoints(({ query }, name) => query !== undefined && name !== EVENT_STREAM);
const withIds = listEndpoints((_, name) => name.includes('/:'));

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
});

type HostileRequest = Parameters<typeof api.send>[1];

/** Expects that no response is a 5xx and that each error has the standard shape. */
async function expectHandled(requests: HostileRequest[]): Promise<void> {
  const faults: string[] = [];
  for (const request of requests) {
    const { status, error, headers } = await api.send(seeded.manager.token, request);
    const isShaped =
      error === null || (typeof error.code === 'string' && error.requestId === headers['x-request-id']);
    if (status >= 500 || !isShaped)
      faults.push(`${request.method} ${request.url} ${JSON.stringify(request)}: ${status}`);
  }
  expect(faults).toEqual([]);
}

describe('no hostile value causes a 5xx', () => {
  test.each(withBody)('in the body of $name [10.1.21,35 R-11,20]', async ({ name }) => {
    const { body: valid = {}, ...address } = buildRequest(name, seeded.ids);
    const wholeBodies = HOSTILE_VALUES.filter((value) => typeof value !== 'string');
    const singleFields = Object.keys(valid).flatMap((field) =>
      HOSTILE_VALUES.map((value) => ({ ...valid, [field]: value })),
    );
    await expectHandled([...wholeBodies, ...singleFields].map((body) => ({ ...address, body })));
  });

  test.each(withQuery)('in the query of $name [10.1.35 R-20]', async ({ name, endpoint }) => {
    const { method, url } = buildRequest(name, seeded.ids);
    const values = HOSTILE_VALUES.filter((value) => ['string', 'number'].includes(typeof value));
    await expectHandled(
      Object.keys(endpoint.query?.shape ?? {}).flatMap((key) =>
        values.map((value) => ({ method, url, query: { [key]: String(value).slice(0, 3000) } })),
      ),
    );
  });

  test.each(withIds)('as the id in $name [10.1.35 R-20]', async ({ name }) => {
    const [method = '', path = ''] = name.split(' ');
    await expectHandled(HOSTILE_IDS.map((id) => ({ method, url: path.replace(/:\w+/, id) })));
  });
});

test('the session is still valid, so the responses above were about the input', async () => {
  expect((await api.call(seeded.manager.token, 'GET /api/auth/validate')).status).toBe(200);
});
