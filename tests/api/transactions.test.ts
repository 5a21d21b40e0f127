/** Transactions of a business as features use them. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlState } from '../../src/platform/server/database/sqlState.ts';
import { inBusiness, readInBusiness } from '../../src/platform/server/tenancy.ts';
import type { BusinessTransaction } from '../../src/platform/server/tenancy.ts';
import { startApi } from '../world/api.ts';
import type { Api } from '../world/api.ts';
import { aBusiness } from '../world/business.ts';

let api: Api;
let businessId: number;
beforeAll(async () => {
  api = await startApi();
  businessId = (await aBusiness(api)).id;
});
afterAll(() => api.stop());

const scope = () => ({ services: api.server.services, businessId, now: new Date(), ip: '127.0.0.1' });
const failing = (tx: BusinessTransaction) => tx.execute(sql`select 1 / 0`);
/** The same through three functions, as a service calls another: its failure is heard of later. */
const failingInside = async (tx: BusinessTransaction) => {
  const inner = async () => {
    const innermost = async () => (await failing(tx)).rows;
    return await innermost();
  };
  return [...(await inner())];
};

const blockFor = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test.each([
  ['a write', inBusiness],
  ['a read', readInBusiness],
])(
  '%s with statements sent together fails for the one that failed, not for those behind it',
  async (_, run) => {
    const error: unknown = await run(scope(), (tx) => {
      const together = Promise.all([
        failingInside(tx),
        ...[1, 2, 3].map((one) => tx.execute(sql`select ${one}::int`).execute()),
      ]);
      // All answers are there when this process looks again, as under load.
      queueMicrotask(() => queueMicrotask(() => blockFor(100)));
      return together;
    }).catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('22012');
  },
);

test('a write whose failed statement was swallowed is not taken for done', async () => {
  const change = sql`update businesses set description = 'half done' where id = ${businessId}`;
  const done = inBusiness(scope(), async (tx) => {
    await tx.execute(change);
    await failing(tx).catch(() => undefined);
  });
  await expect(done).rejects.toThrow('A failed statement was swallowed');
  const [row] = await api.sql('select description from businesses where id = $1', [businessId]);
  expect(row?.['description']).not.toBe('half done');
});
