/**
 * No business reaches another's rows, and no role what is not its own. Walks every endpoint of the
 * product by itself: one that is added is covered, or fails here until tests/support/factories/twoBusinesses.ts knows it.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import type { ApiResponse } from '#tests/support/helpers/api.ts';
import {
  createSeededBusiness,
  REQUIRED_QUERY,
  buildBody,
  buildUpload,
  listIdFields,
  IDS_IN_BODIES,
  IDS_IN_QUERIES,
  MAY_BE_DELETED,
  getRowKind,
  TESTED_ELSEWHERE,
} from '#tests/support/factories/twoBusinesses.ts';
import type { Ids, SeededBusiness, RowKind } from '#tests/support/factories/twoBusinesses.ts';
import { startSession } from '#tests/support/factories/people.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const endpoints = features.flatMap(({ contract }) => Object.entries(contract));
const named = (filter: (endpoint: Endpoint, name: string) => boolean) =>
  endpoints
    .filter(([name, endpoint]) => filter(endpoint, name))
    .map(([name, endpoint]) => ({ name, endpoint }));

/** An id that no row of any kind has. */
const NOWHERE = 999_999_999;
const anyIds = (id: number): Ids => ({
  business: id,
  person: id,
  colleague: id,
  newcomer: id,
  message: id,
  session: id,
  client: id,
  assignment: id,
  service: id,
  document: id,
  resource: id,
  note: id,
  draft: id,
  announcement: id,
});

const closed = named(({ access }) => access !== 'public');
const forManagers = named(({ access }) => access === 'manager');
const withIds = named((_, name) => name.includes('/:'));
const withBody = named(({ access, body }) => access !== 'public' && body !== undefined);
const withIdsInBody = withBody.filter(({ endpoint }) => foreignFields(endpoint).length > 0);

const api = useApi({ RATE_LIMITS: 'off' });
let victim: SeededBusiness;
let attacker: SeededBusiness;
let expired: string;
beforeAll(async () => {
  victim = await createSeededBusiness(api);
  attacker = await createSeededBusiness(api);
  expired = await anExpiredToken(attacker);
});

/** What was compared in all tests of the file. */
let compared = 0;
afterEach(() => {
  compared += expect.getState().assertionCalls;
});

interface Call {
  name: string;
  /** Ids of the rows that the address names. */
  path: Ids;
  /** Ids that a body holds. */
  body: Ids;
  query?: Record<string, string | number>;
  /** Fields of the body beside those that every call of the endpoint has. */
  fields?: Record<string, number>;
}

function call(
  token: string | null,
  { name, path, body, query = {}, fields = {} }: Call,
): Promise<ApiResponse<unknown>> {
  const takesBody = endpoints.some(
    ([one, endpoint]) => one === name && endpoint.body && endpoint.access !== 'public',
  );
  const id = name.includes('/:') ? path[getRowKind(name)] : 0;
  const params = { id, clientId: id, employeeId: id };
  return api.send(token, {
    ...buildAddress(name, params),
    query,
    ...(takesBody ? { body: { ...buildBody(name, body), ...fields } } : { body: buildUpload(name) }),
  });
}

/** The fields of an endpoint's body that name rows, with their kinds. */
function foreignFields({ body }: Endpoint): [field: string, thing: RowKind][] {
  return listIdFields(body).flatMap((field) => {
    const thing = IDS_IN_BODIES[field];
    return thing ? [[field, thing]] : [];
  });
}

const withoutRequestId = ({ status, error }: ApiResponse<unknown>) => ({
  status,
  ...error,
  requestId: undefined,
});

test('the table of endpoints is not empty', () => {
  expect(closed.length).toBeGreaterThan(20);
  expect(withIds.length).toBeGreaterThan(10);
});

describe('tests/support/factories/twoBusinesses.ts knows how to call', () => {
  test.each(withBody)('$name', async ({ name, endpoint }) => {
    const body = endpoint.body?.safeParse(buildBody(name, anyIds(1)));
    expect(body?.error?.issues ?? []).toEqual([]);
  });
});

describe('every field that names a row is tried below, or elsewhere', () => {
  const known = (name: string, fields: string[], table: Record<string, RowKind>) =>
    fields.filter((field) => !(field in table) && !(`${name} ${field}` in TESTED_ELSEWHERE));
  test.each(named(() => true))('$name', ({ name, endpoint: { query, body, upload } }) => {
    expect(known(name, listIdFields(query), IDS_IN_QUERIES)).toEqual([]);
    expect(known(name, [...listIdFields(body), ...listIdFields(upload?.fields)], IDS_IN_BODIES)).toEqual([]);
  });
});

describe('without a session', () => {
  test.each(closed)(
    '$name answers 401 [1.session.2 6.rules.11,12 7.all.1 10.1.23 S-1,2]',
    async ({ name }) => {
      const before = await checksumRows(api, attacker.business.id);
      for (const token of [null, 'garbage-garbage-garbage-garbage', expired]) {
        const answer = await call(token, { name, path: attacker.ids, body: attacker.ids });
        expect([answer.status, answer.error?.code]).toEqual([401, 'session_invalid']);
      }
      expect(await checksumRows(api, attacker.business.id)).toEqual(before);
    },
  );
});

/** A session of the manager that reached its end. */
async function anExpiredToken({ manager, business }: SeededBusiness): Promise<string> {
  const token = await startSession(api, manager);
  await api.sql(
    `update sessions set expires_at = now() - interval '1 second'
     where business_id = $1 and id = (select max(id) from sessions)`,
    [business.id],
  );
  return token;
}

describe('for an employee', () => {
  test.each(forManagers)(
    '$name answers 403 and does nothing [6.capability.13,14 6.rules.11 10.1.25 S-2]',
    async ({ name }) => {
      const before = await checksumRows(api, attacker.business.id);
      const answer = await call(attacker.employee.token, { name, path: attacker.ids, body: attacker.ids });
      expect([answer.status, answer.error?.code]).toEqual([403, 'forbidden']);
      expect(await checksumRows(api, attacker.business.id)).toEqual(before);
    },
  );
});

describe("another business's id in the address", () => {
  test.each(withIds)(
    '$name answers as for an id that is nowhere [1.businesses.1 10.1.26 T8,9 S-1,3]',
    async ({ name, endpoint }) => {
      const before = await checksumRows(api, victim.business.id);
      const { manager, employee, business, ids } = attacker;
      for (const caller of [manager, business.admin, employee]) {
        const foreign = await call(caller.token, { name, path: victim.ids, body: ids });
        const nowhere = await call(caller.token, { name, path: anyIds(NOWHERE), body: ids });
        expect(foreign.status).toBe(caller === employee && endpoint.access === 'manager' ? 403 : 404);
        expect(withoutRequestId(foreign)).toEqual(withoutRequestId(nowhere));
      }
      expect(await checksumRows(api, victim.business.id)).toEqual(before);
    },
  );
});

describe("another business's id in the query", () => {
  const asked = closed.flatMap(({ name, endpoint }) =>
    Object.keys(endpoint.query?.shape ?? {}).flatMap((field) => {
      const thing = IDS_IN_QUERIES[field];
      return thing ? [{ name, field, thing }] : [];
    }),
  );
  test.each(asked)(
    '$field of $name finds what an id that is nowhere finds [T8 S-1]',
    async ({ name, field, thing }) => {
      const before = await checksumRows(api, victim.business.id);
      const { manager, employee, business, ids } = attacker;
      for (const { token } of [manager, business.admin, employee]) {
        const found = async (id: number) => {
          const query = { ...REQUIRED_QUERY[field], [field]: id };
          const answer = await call(token, { name, path: ids, body: ids, query });
          return [answer.status, answer.body];
        };
        const [foreign, nowhere] = [await found(victim.ids[thing]), await found(NOWHERE)];
        expect(withoutIds(foreign)).toEqual(withoutIds(nowhere));
      }
      expect(await checksumRows(api, victim.business.id)).toEqual(before);
    },
  );
});

/** An error names its request. */
const withoutIds = (value: unknown) => JSON.stringify(value).replace(/"requestId":"[^"]*"/g, '');

describe("another business's id in the body", () => {
  const rows = async () => [
    await checksumRows(api, victim.business.id),
    await checksumRows(api, attacker.business.id),
  ];
  const send = ({ name, endpoint }: (typeof withIdsInBody)[number], fields: Record<string, number>) => {
    const { token } = endpoint.access === 'manager' ? attacker.manager : attacker.employee;
    return call(token, { name, path: attacker.ids, body: attacker.ids, fields });
  };

  test.each(withIdsInBody)(
    '$name answers as for an id that is nowhere [1.businesses.1 10.1.26 T8,9 S-1,3]',
    async (one) => {
      for (const [field, thing] of foreignFields(one.endpoint)) {
        const before = await rows();
        const foreign = await send(one, { [field]: victim.ids[thing] });
        const nowhere = await send(one, { [field]: NOWHERE });
        const [victimBefore, attackerBefore] = before;
        const [victimAfter, attackerAfter] = await rows();
        expect(victimAfter).toEqual(victimBefore);
        expect(withoutRequestId(foreign)).toEqual(withoutRequestId(nowhere));
        if (MAY_BE_DELETED.includes(field)) continue;
        expect([400, 404]).toContain(foreign.status);
        expect(attackerAfter).toEqual(attackerBefore);
      }
    },
  );
});

/** They sign the person out whom the other calls come from, so they come last. */
const ENDS_SESSIONS = ['POST /api/users/:id/reset-password'];

describe('the same calls with own ids succeed, so the refusals above are about the ids', () => {
  const lasting = withIds
    .filter(({ name, endpoint }) => !name.startsWith('DELETE') && endpoint.access !== 'public')
    .toSorted((a, b) => Number(ENDS_SESSIONS.includes(a.name)) - Number(ENDS_SESSIONS.includes(b.name)));
  test.each(lasting)('$name', async ({ name, endpoint }) => {
    const { token } = endpoint.access === 'manager' ? attacker.manager : attacker.employee;
    const answer = await call(token, { name, path: attacker.ids, body: attacker.ids });
    expect([401, 403, 404]).not.toContain(answer.status);
    expect(answer.status).toBeLessThan(500);
  });
});

test('a thousand things were compared [S-1]', () => {
  expect(compared).toBeGreaterThan(1000);
});
