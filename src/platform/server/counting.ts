/** Counts the rows of lists up to a cap. */

import { count, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { COUNT_CAP } from '#platform/contract/counting.ts';
import type { BusinessTransaction } from './tenancy.ts';

/** How many rows of the table meet the condition, at most `COUNT_CAP`. */
export async function countUpTo(
  tx: BusinessTransaction,
  table: PgTable,
  condition: SQL | undefined,
): Promise<number> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .limit(COUNT_CAP)
    .as('some');
  const [row] = await tx.select({ total: count() }).from(some);
  return row?.total ?? 0;
}
