/** Exports of payroll, as the audit log has them. */

import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Week } from '#platform/contract/weeks.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';

/**
 * The moment of the last export that has the whole week of all employees; null without one. An export before the end
 * of the week does not count, because work is still added to the week.
 */
export async function findWeekExport(
  tx: BusinessTransaction,
  { start, end }: Week,
  weekEnd: Date,
): Promise<Date | null> {
  const [row] = await tx
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(
        tx.inTenant(auditLog),
        eq(auditLog.object, 'payroll'),
        // An export of one employee has their id.
        isNull(auditLog.objectId),
        eq(auditLog.action, 'exported'),
        gte(auditLog.createdAt, weekEnd),
        sql`${auditLog.details} ->> 'from' <= ${start}`,
        sql`${auditLog.details} ->> 'to' >= ${end}`,
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return row?.at ?? null;
}
