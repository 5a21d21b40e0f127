import { and, count, inArray, isNull, lte } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { UndecidedNotes } from '#features/businesses/server/periods/actions.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { notes } from './tables.ts';

const UNDECIDED = ['pending', 'in-review', 'in-progress'] as const;

/** Notes that wait for a decision, or for their author. */
export const whereUndecided = (tx: BusinessTransaction) =>
  and(tx.inTenant(notes), inArray(notes.status, [...UNDECIDED]), isNull(notes.deletedAt));

/** Counts the notes without a decision and a work date up to a day, by status. */
export async function countUndecided(tx: BusinessTransaction, through: string): Promise<UndecidedNotes[]> {
  const rows = await tx
    .select({ status: notes.status, count: count() })
    .from(notes)
    .where(and(whereUndecided(tx), lte(notes.workDate, through)))
    .groupBy(notes.status);
  return UNDECIDED.flatMap((status) => rows.filter((row) => row.status === status)).map((row) => ({
    ...row,
    label: statusLabels[row.status],
  }));
}
