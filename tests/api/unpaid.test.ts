/** A business without a running subscription: every endpoint of the product, by itself. */
import { beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app/contract.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { buildAddress, useApi } from '#tests/support/helpers/api.ts';
import { setSubscriptionStatus } from '#tests/support/factories/businesses.ts';
import { createSeededBusiness, buildBody, getRowKind } from '#tests/support/factories/twoBusinesses.ts';
import type { SeededBusiness } from '#tests/support/factories/twoBusinesses.ts';
import { checksumRows } from '#tests/support/helpers/tableRows.ts';

const closed = features
  .flatMap(({ contract }) => Object.entries(contract))
  .filter(([, { access }]) => access !== 'public');
const writes = closed
  .filter(([name]) => !name.startsWith('GET '))
  .map(([name, endpoint]) => ({ name, endpoint }));
const refused = writes.filter(({ endpoint }) => !endpoint.unpaid);
/** An open page waits for news for ever; a test cannot. */
const reads = closed
  .filter(([name]) => name.startsWith('GET ') && name !== 'GET /api/events')
  .map(([name, endpoint]) => ({ name, endpoint }));

const api = useApi();
let seeded: SeededBusiness;
beforeAll(async () => {
  seeded = await createSeededBusiness(api);
  await setSubscriptionStatus(api, seeded.business.id, 'canceled');
});

function call({ name, endpoint }: { name: string; endpoint: Endpoint }) {
  const id = name.includes('/:') ? seeded.ids[getRowKind(name)] : 0;
  const body = endpoint.body && !name.startsWith('GET ') ? buildBody(name, seeded.ids) : undefined;
  return api.send(seeded.manager.token, {
    ...buildAddress(name, { id }),
    ...(body ? { body } : {}),
    query: name.endsWith('/export') ? { from: '2026-03-01', to: '2026-03-31' } : {},
  });
}

describe('every other write answers 402 and does nothing', () => {
  test.each(refused)('$name [10.1.24 10.3.9,10,11]', async (one) => {
    const before = await checksumRows(api, seeded.business.id);
    const answer = await call(one);
    expect([answer.status, answer.error?.code]).toEqual([402, 'subscription_required']);
    expect(await checksumRows(api, seeded.business.id)).toEqual(before);
  });
});

describe('everything is still there to be read and exported', () => {
  test.each(reads)('$name [10.1.24 10.3.9,10,11]', async (one) => {
    const { status } = await call(one);
    // Reading another's password or profile has rules of its own; none of them is about money.
    expect(status).not.toBe(402);
    expect(status).toBeLessThan(500);
  });
});

test('what stays possible is about signing in and the bill [10.3.10 T3]', () => {
  const possible = writes.filter(({ endpoint }) => endpoint.unpaid).map(({ name }) => name);
  const own =
    /^(POST|DELETE) \/api\/(auth|subscription|payments)\/|create-subscription$|\/(reset-password|totp|sessions)$/;
  expect(possible.filter((name) => !own.test(name))).toEqual([]);
  expect(refused.length).toBeGreaterThan(25);
});
