/** A business without an active subscription can read, sign in and pay, and nothing else. Walks every endpoint. */

import { beforeAll, describe, expect, test } from 'vitest';
import { setSubscriptionStatus } from '#tests/support/factories/businesses.ts';
import { buildRequest, listEndpoints, listReads, WRITES } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { expectError } from '#tests/support/helpers/expectError.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const refusedWrites = WRITES.filter(({ endpoint }) => !endpoint.unpaid);

const api = useApi();
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  await setSubscriptionStatus(api, seeded.business.id, 'canceled');
});

const adminNames = new Set(listEndpoints(({ access }) => access === 'admin').map(({ name }) => name));
const send = (name: string, query: Record<string, string> = {}) => {
  const { token } = adminNames.has(name) ? seeded.business.admin : seeded.manager;
  return api.send(token, { ...buildRequest(name, seeded.ids), query });
};

describe('402 and no change for', () => {
  test.each(refusedWrites)('$name [10.1.24 10.3.9,10,11]', async ({ name }) => {
    const before = await checksumRows(api, seeded.business.id);
    expectError(await send(name), 402, 'subscription_required');
    expect(await checksumRows(api, seeded.business.id)).toEqual(before);
  });
});

describe('reads and exports are not refused with 402', () => {
  test.each(listReads('visit'))('$name $query [10.1.24 10.3.9,10,11]', async ({ name, query }) => {
    const { status } = await send(name, query);
    // Reading another user's password or profile has rules of its own, which are not about payment.
    expect(status).not.toBe(402);
    expect(status).toBeLessThan(500);
  });
});

test('the writes that stay possible are about signing in, paying, leaving with the records, and reports of clients [10.3.10 T3]', () => {
  const possible = listEndpoints(
    ({ access, unpaid }, name) => !name.startsWith('GET ') && (unpaid === true || access === 'public'),
  ).map(({ name }) => name);
  const aboutThese =
    /^POST \/api\/(exports|packets|webhooks\/stripe|receipts\/:token\/dispute)$|^DELETE \/api\/(exports|packets)\/:id$|^(POST|DELETE) \/api\/(auth|subscription|payments)\/|create-subscription$|\/(reset-password|totp|sessions|sessions\/:id)$/;
  expect(possible.filter((name) => !aboutThese.test(name))).toEqual([]);
  expect(refusedWrites.length).toBeGreaterThan(25);
});
