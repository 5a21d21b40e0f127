/**
 * No business reaches rows of another, and no role what it may not. Walks every endpoint; a new one is covered, or fails
 * here until `endpointRequests.ts` contains it.
 */

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import {
  buildBody,
  buildRequest,
  listEndpoints,
  type NamedEndpoint,
} from '#tests/support/factories/endpointRequests.ts';
import {
  IDS_IN_BODIES,
  IDS_IN_QUERIES,
  listIdFields,
  MAY_BE_DELETED,
  replaceIds,
  REQUIRED_QUERY,
  TESTED_ELSEWHERE,
} from '#tests/support/factories/idFields.ts';
import { startSession } from '#tests/support/factories/people.ts';
import {
  createSeededBusiness,
  getCaller,
  mayCall,
  type Ids,
  type RowKind,
  type SeededBusiness,
} from '#tests/support/factories/seededBusiness.ts';
import { useApi, type ApiResponse } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const closed = listEndpoints(({ access }) => access !== 'public');
const forManagers = listEndpoints(({ access }) => access === 'manager' || access === 'admin');
const withIds = listEndpoints((_, name) => name.includes('/:'));
const withBody = closed.filter(({ endpoint }) => endpoint.body !== undefined);
const withIdsInBody = withBody.filter(({ endpoint }) => listForeignFields(endpoint).length > 0);
const withIdsInQuery = closed.flatMap(({ name, endpoint }) =>
  listIdFields(endpoint.query).flatMap((field) => {
    const kind = IDS_IN_QUERIES[field];
    return kind ? [{ name, field, kind }] : [];
  }),
);

/** An id that no row of any kind has. */
const UNUSED_ID = 999_999_999;

const api = useApi({ RATE_LIMITS: 'off' });
let victim: SeededBusiness;
let attacker: SeededBusiness;
let unusedIds: Ids;
let expiredToken: string;
beforeAll(async () => {
  victim = await createSeededBusiness(api);
  attacker = await createSeededBusiness(api);
  unusedIds = Object.fromEntries(Object.keys(victim.ids).map((kind) => [kind, UNUSED_ID])) as Ids;
  expiredToken = await startSession(api, attacker.manager);
  await api.sql(
    `update sessions set expires_at = now() - interval '1 second'
     where business_id = $1 and id = (select max(id) from sessions)`,
    [attacker.business.id],
  );
});

let assertions = 0;
afterEach(() => {
  assertions += expect.getState().assertionCalls;
});

/** The fields of an endpoint's body that name rows, with their kinds. */
function listForeignFields({ body }: Endpoint): [field: string, kind: RowKind][] {
  return listIdFields(body).flatMap((field) => {
    const kind = IDS_IN_BODIES[field];
    return kind ? [[field, kind]] : [];
  });
}

const withoutRequestId = ({ status, error }: ApiResponse<unknown>) => ({
  status,
  ...error,
  requestId: undefined,
});
const sendAsAttacker = (token: string | null, name: string) =>
  api.send(token, buildRequest(name, attacker.ids));
const tokenFor = ({ access }: Endpoint) => getCaller(attacker, access).token;

/** Expects that the work changes no row of the business. */
async function expectUnchanged({ business }: SeededBusiness, work: () => Promise<void>): Promise<void> {
  const before = await checksumRows(api, business.id);
  await work();
  expect(await checksumRows(api, business.id)).toEqual(before);
}

test('the lists of endpoints are not empty', () => {
  expect(closed.length).toBeGreaterThan(20);
  expect(withIds.length).toBeGreaterThan(10);
});

describe('endpointRequests.ts has a valid body for', () => {
  test.each(withBody)('$name', ({ name, endpoint }) => {
    const body = endpoint.body?.safeParse(buildBody(name, unusedIds));
    expect(body?.error?.issues ?? []).toEqual([]);
  });
});

describe('every field that names a row is tested here or elsewhere', () => {
  const listUntested = (name: string, fields: string[], tested: Record<string, RowKind>) =>
    fields.filter((field) => !(field in tested) && !(`${name} ${field}` in TESTED_ELSEWHERE));
  test.each(listEndpoints(() => true))('$name', ({ name, endpoint: { query, body, upload } }) => {
    expect(listUntested(name, listIdFields(query), IDS_IN_QUERIES)).toEqual([]);
    const bodyFields = [...listIdFields(body), ...listIdFields(upload?.fields)];
    expect(listUntested(name, bodyFields, IDS_IN_BODIES)).toEqual([]);
  });
});

describe('without a session', () => {
  test.each(closed)('$name answers 401 [1.session.2 6.rules.11,12 7.all.1 10.1.23 S-1,2]', async ({ name }) =>
    expectUnchanged(attacker, async () => {
      for (const token of [null, 'garbage-garbage-garbage-garbage', expiredToken])
        expectError(await sendAsAttacker(token, name), 401, 'session_invalid');
    }),
  );
});

describe('for users without the role', () => {
  test.each(forManagers)(
    '$name answers 403 and does nothing [6.capability.13,14 6.rules.11 10.1.25 S-2]',
    async ({ name, endpoint: { access } }) =>
      expectUnchanged(attacker, async () => {
        const { employee, manager } = attacker;
        for (const { token } of access === 'admin' ? [employee, manager] : [employee])
          expectError(await sendAsAttacker(token, name), 403, 'forbidden');
      }),
  );
});

describe("another business's id in the address", () => {
  test.each(withIds)(
    '$name answers as for an unused id [1.businesses.1 10.1.26 T8,9 S-1,3]',
    async ({ name, endpoint }) =>
      expectUnchanged(victim, async () => {
        const { manager, employee, business, ids } = attacker;
        const callers = [
          ['manager', manager],
          ['admin', business.admin],
          ['employee', employee],
        ] as const;
        for (const [role, { token }] of callers) {
          const foreign = await api.send(token, buildRequest(name, victim.ids, ids));
          const unused = await api.send(token, buildRequest(name, unusedIds, ids));
          expect(foreign.status).toBe(mayCall(role, endpoint.access) ? 404 : 403);
          expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unused));
        }
      }),
  );
});

describe("another business's id in the query", () => {
  test.each(withIdsInQuery)(
    '$field of $name finds what an unused id finds [T8 S-1]',
    async ({ name, field, kind }) =>
      expectUnchanged(victim, async () => {
        const { manager, employee, business, ids } = attacker;
        for (const { token } of [manager, business.admin, employee]) {
          const find = async (id: number) => {
            const query = { ...REQUIRED_QUERY[field], [field]: id };
            const { status, body } = await api.send(token, { ...buildRequest(name, ids), query });
            return JSON.stringify([status, body]).replace(/"requestId":"[^"]*"/g, '');
          };
          expect(await find(victim.ids[kind])).toEqual(await find(UNUSED_ID));
        }
      }),
  );
});

describe("another business's id in the body", () => {
  const send = ({ name, endpoint }: NamedEndpoint, fields: Record<string, number>) => {
    const { body, ...address } = buildRequest(name, attacker.ids);
    return api.send(tokenFor(endpoint), { ...address, body: replaceIds(body as object, fields) });
  };

  test.each(withIdsInBody)(
    '$name answers as for an unused id [1.businesses.1 10.1.26 T8,9 S-1,3]',
    async (one) => {
      for (const [field, kind] of listForeignFields(one.endpoint)) {
        const attackerRows = await checksumRows(api, attacker.business.id);
        await expectUnchanged(victim, async () => {
          const foreign = await send(one, { [field]: victim.ids[kind] });
          const unused = await send(one, { [field]: UNUSED_ID });
          expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unused));
          if (MAY_BE_DELETED.includes(field)) return;
          expect([400, 404]).toContain(foreign.status);
          expect(await checksumRows(api, attacker.business.id)).toEqual(attackerRows);
        });
      }
    },
  );
});

/** An admin calls it, about a deactivated person (auth/server/signIn/sendingLogin.test.ts). */
const FOR_ADMINS = ['POST /api/users/:id/sending-login'];
/** Ends the session of the other calls, so it comes last. */
const ENDS_SESSIONS = ['POST /api/users/:id/reset-password'];

describe('own ids succeed, so the refusals above are about the ids', () => {
  const lasting = withIds
    .filter(({ name, endpoint }) => !name.startsWith('DELETE') && endpoint.access !== 'public')
    .filter(({ name }) => !FOR_ADMINS.includes(name))
    .toSorted((a, b) => Number(ENDS_SESSIONS.includes(a.name)) - Number(ENDS_SESSIONS.includes(b.name)));
  test.each(lasting)('$name', async ({ name, endpoint }) => {
    const { status } = await sendAsAttacker(tokenFor(endpoint), name);
    expect([401, 403, 404]).not.toContain(status);
    expect(status).toBeLessThan(500);
  });
});

test('the tests above made more than a thousand assertions [S-1]', () => {
  expect(assertions).toBeGreaterThan(1000);
});
