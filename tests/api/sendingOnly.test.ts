/** A session that may only send notes calls nothing else of signed-in users. Walks every endpoint. */

import { beforeAll, describe, expect, test } from 'vitest';
import { buildRequest, listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createPerson } from '#tests/support/factories/people.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
/** Of an employee, a manager and an admin. */
const tokens: string[] = [];
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  const { admin } = seeded.business;
  for (const role of ['employee', 'manager', 'admin'] as const) {
    const { id, username, password } = await createPerson(api, seeded.business, { role });
    const params = { id };
    await api.ok(admin.token, 'PUT /api/users/:id/profile', { params, body: { status: 'inactive' } });
    await api.ok(admin.token, 'POST /api/users/:id/sending-login', { params });
    const { token } = await api.ok(null, 'POST /api/auth/login', { body: { username, password } });
    tokens.push(token);
  }
});

const ofMembers = listEndpoints(({ access }) => access !== 'public');
const refused = ofMembers.filter(({ endpoint }) => !endpoint.allowsSendingOnly);

describe('403 sending_only and no change for', () => {
  test.each(refused)('$name [13.sending.6 S-42]', async ({ name }) => {
    const before = await checksumRows(api, seeded.business.id);
    for (const token of tokens) {
      expectError(await api.send(token, buildRequest(name, seeded.ids)), 403, 'sending_only');
    }
    expect(await checksumRows(api, seeded.business.id)).toEqual(before);
  });
});

test('what it may call is the session and the note [13.sending.6 S-42]', () => {
  const allowed = ofMembers.filter(({ endpoint }) => endpoint.allowsSendingOnly).map(({ name }) => name);
  expect(allowed.toSorted()).toEqual(['GET /api/auth/validate', 'POST /api/notes']);
  expect(refused.length).toBeGreaterThan(90);
});

test('public endpoints treat it as no session [13.sending.6 S-42]', async () => {
  const { id } = seeded.business;
  for (const token of tokens) {
    expectError(await api.call(token, 'GET /api/businesses/:id', { params: { id } }), 404, 'not_found');
  }
  expect((await api.call(tokens[0] ?? '', 'GET /api/config')).status).toBe(200);
});
