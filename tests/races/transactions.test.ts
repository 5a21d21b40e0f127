/** Transactions in a deadlock, of which PostgreSQL aborts one. */

import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Queries } from '#platform/server/database/queries.ts';
import { writeInBusiness, writeInDirectory } from '#platform/server/tenancy.ts';
import { createBusiness } from '#tests/support/factories/businesses.ts';
import { uniqueName } from '#tests/support/factories/unique.ts';
import { useApi } from '#tests/support/helpers/api.ts';

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
  const causes = [uniqueName('a'), uniqueName('b')];
  for (const cause of causes) {
    await api.sql(
      `insert into outgoing_mails (business_id, cause, sealed, next_try_at, expires_at)
        values ($1, $2, '', 'infinity', 'infinity')`,
      [businessId, cause],
    );
  }
  let attempts = 0;
  const bothHoldALock = Promise.withResolvers<void>();
  const count = (tx: Queries, cause: string) =>
    tx.execute(
      sql`update outgoing_mails set tries = tries + 1 where business_id = ${businessId} and cause = ${cause}`,
    );
  const update = (order: string[]) =>
    run(async (tx) => {
      await count(tx, order[0] ?? '');
      attempts += 1;
      if (attempts === 2) bothHoldALock.resolve();
      await bothHoldALock.promise;
      await count(tx, order[1] ?? '');
    });
  await Promise.all([update(causes), update(causes.toReversed())]);
  // Each counted once, although one was retried.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const rows = await api.sql('select tries from outgoing_mails where cause = any($1)', [causes]);
  expect(rows).toEqual([{ tries: 2 }, { tries: 2 }]);
});
