/** Guarded: reads the running visit of a user. */

import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { visitClocks } from './tables.ts';

/** The columns of a running visit. */
export const clockColumns = {
  visitId: visitClocks.visitId,
  clientId: visitClocks.clientId,
  startedAt: visitClocks.startedAt,
};

/** Condition: the running visit of the caller. */
export const whereOwnClock = (tx: BusinessTransaction, { session }: MemberContext) =>
  and(tx.inTenant(visitClocks), eq(visitClocks.employeeId, session.userId));

/** The running visit of the caller, or null. */
export async function readVisitClock(context: MemberContext) {
  const [clock] = await readInBusiness(context, (tx) =>
    tx.select(clockColumns).from(visitClocks).where(whereOwnClock(tx, context)),
  );
  return clock ?? null;
}
