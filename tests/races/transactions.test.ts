/** Transactions that wait for each other in a circle, on a real PostgreSQL server, which ends one of them. */
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
])('in %s the one that was ended is done again [D-17]', async (_, run) => {
  const names = [uniqueName('a'), uniqueName('b')];
  for (const name of names) {
    await api.sql('insert into usernames (name, business_id, user_id) values ($1, $2, 0)', [
      name,
      businessId,
    ]);
  }
  let begun = 0;
  const both = Promise.withResolvers<void>();
  const count = (tx: Queries, name: string) =>
    tx.execute(sql`update usernames set user_id = user_id + 1 where name = ${name}`);
  const crossing = (order: string[]) =>
    run(async (tx) => {
      await count(tx, order[0] ?? '');
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      await count(tx, order[1] ?? '');
    });
  await Promise.all([crossing(names), crossing(names.toReversed())]);
  // Each counted once, though one of them was begun again.
  expect(begun).toBeGreaterThanOrEqual(3);
  const rows = await api.sql('select user_id::int from usernames where name = any($1)', [names]);
  expect(rows).toEqual([{ user_id: 2 }, { user_id: 2 }]);
});
