/** Transactions in a deadlock, of which PostgreSQL aborts one. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { writeInBusiness, writeInDirectory } from '#platform/server/tenancy.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { useApi } from '#tests/support/helpers/api.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';

const api = useApi();
let businessId: number;
beforeAll(async () => {
  businessId = (await createBusiness(api)).id;
});

const scope = () => ({ services: api.server.services, businessId, now: new Date(), ip: '127.0.0.1' });

test.each([
  ['a business', (work: (tx: Queries) => Promise<void>) => writeInBusiness(scope(), work)],
  ['the directory', (work: (tx: Queries) => Promise<void>) => writeInDirectory(scope().services, work)],
])('in %s the aborted transaction is retried [D-17]', async (_, run) => {
  const names = [uniqueName('a'), uniqueName('b')];
  for (const name of names) {
    await api.sql('insert into usernames (name, business_id, user_id) values ($1, $2, 0)', [
      name,
      businessId,
    ]);
  }
  let attempts = 0;
  const bothHoldALock = Promise.withResolvers<void>();
  const count = (tx: Queries, name: string) =>
    tx.execute(sql`update usernames set user_id = user_id + 1 where name = ${name}`);
  const update = (order: string[]) =>
    run(async (tx) => {
      await count(tx, order[0] ?? '');
      attempts += 1;
      if (attempts === 2) bothHoldALock.resolve();
      await bothHoldALock.promise;
      await count(tx, order[1] ?? '');
    });
  await Promise.all([update(names), update(names.toReversed())]);
  // Each counted once, although one was retried.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const rows = await api.sql('select user_id::int from usernames where name = any($1)', [names]);
  expect(rows).toEqual([{ user_id: 2 }, { user_id: 2 }]);
});
