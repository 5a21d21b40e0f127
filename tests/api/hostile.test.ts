/** Hostile input gets an error of the caller (4xx), never one of the server. Walks every endpoint. */

import { beforeAll, describe, expect, test } from 'vitest';
import {
  buildNestedBodies,
  buildRequest,
  EVENT_STREAM,
  listEndpoints,
  type NamedEndpoint,
} from '#tests/support/factories/endpointRequests.ts';
import {
  createSeededBusiness,
  getCaller,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { listNestedPaths, replaceAt } from '#tests/support/helpers/nestedFields.ts';
import { HOSTILE_IDS, HOSTILE_VALUES, schemaOf } from '#tests/support/helpers/randomRequests.ts';

const withBody = listEndpoints(({ body }) => body !== undefined);
const nestedPathsOf = ({ endpoint: { body } }: NamedEndpoint) =>
  body ? listNestedPaths(schemaOf(body)) : [];
const withNested = withBody.filter((one) => nestedPathsOf(one).length > 0);
const withQuery = listEndpoints(({ query }, name) => query !== undefined && name !== EVENT_STREAM);
const withIds = listEndpoints((_, name) => name.includes('/:'));

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
});

type HostileRequest = Parameters<typeof api.send>[1];

/** Expects that no response is a 5xx and that each error has the standard shape. */
async function expectHandled({ endpoint }: NamedEndpoint, requests: HostileRequest[]): Promise<void> {
  const { token } = getCaller(seeded, endpoint.access);
  const faults: string[] = [];
  for (const request of requests) {
    const { status, error, headers } = await api.send(token, request);
    const isShaped =
      error === null || (typeof error.code === 'string' && error.requestId === headers['x-request-id']);
    if (status >= 500 || !isShaped)
      faults.push(`${request.method} ${request.url} ${JSON.stringify(request)}: ${status}`);
  }
  expect(faults).toEqual([]);
}

describe('no hostile value causes a 5xx', () => {
  test.each(withBody)('in the body of $name [10.1.21,35 R-11,20]', async (named) => {
    const { name } = named;
    const { body: valid = {}, ...address } = buildRequest(name, seeded.ids);
    const wholeBodies = HOSTILE_VALUES.filter((value) => typeof value !== 'string');
    const singleFields = Object.keys(valid).flatMap((field) =>
      HOSTILE_VALUES.map((value) => ({ ...valid, [field]: value })),
    );
    await expectHandled(
      named,
      [...wholeBodies, ...singleFields].map((body) => ({ ...address, body })),
    );
  });

  test.each(withNested)('in objects and arrays of the body of $name [10.1.21,35 R-11,20]', async (named) => {
    const { body: _, ...address } = buildRequest(named.name, seeded.ids);
    const bodies = buildNestedBodies(named.name, seeded.ids);
    for (const path of nestedPathsOf(named)) {
      const variants = bodies.filter((body) => replaceAt(body, path, null) !== undefined);
      expect(variants, `NESTED_FIELDS has no ${path.join('.')} of ${named.name}`).not.toEqual([]);
      // First what only the database rejects: a write that succeeds may leave the row in another state.
      const values = ['A long text with \ud800', ...HOSTILE_VALUES];
      await expectHandled(
        named,
        values.map((value) => ({ ...address, body: replaceAt(variants[0], path, value) })),
      );
    }
    for (const body of bodies) expect(named.endpoint.body?.safeParse(body)).toMatchObject({ success: true });
  });

  test.each(withQuery)('in the query of $name [10.1.35 R-20]', async (named) => {
    const { name, endpoint } = named;
    const { method, url } = buildRequest(name, seeded.ids);
    const values = HOSTILE_VALUES.filter((value) => ['string', 'number'].includes(typeof value));
    await expectHandled(
      named,
      Object.keys(endpoint.query?.shape ?? {}).flatMap((key) =>
        values.map((value) => ({ method, url, query: { [key]: String(value).slice(0, 3000) } })),
      ),
    );
  });

  test.each(withIds)('as the id in $name [10.1.35 R-20]', async (named) => {
    const { name } = named;
    const [method = '', path = ''] = name.split(' ');
    await expectHandled(
      named,
      HOSTILE_IDS.map((id) => ({ method, url: path.replace(/:\w+/, id) })),
    );
  });
});

test('the sessions are still valid, so the responses above were about the input', async () => {
  for (const { token } of [seeded.business.admin, seeded.manager, seeded.employee])
    expect((await api.call(token, 'GET /api/auth/validate')).status).toBe(200);
});
