import { and, count, inArray, isNull, lte } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { UndecidedNotes } from '#features/businesses/server/periodActions.ts';
import type { HasNotes } from '#features/businesses/server/settingsActions.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { notes } from './tables.ts';

const UNDECIDED = ['pending', 'in-review', 'in-progress'] as const;

/** Notes that wait for a decision, or for their author. */
export const whereUndecided = (tx: BusinessTransaction) =>
  and(tx.inTenant(notes), inArray(notes.status, [...UNDECIDED]), isNull(notes.deletedAt));

/** Returns whether the business has any note, including deleted ones. */
export const hasNotes: HasNotes = async (tx) => {
  const rows = await tx.select({ id: notes.id }).from(notes).where(tx.inTenant(notes)).limit(1);
  return rows.length > 0;
};

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
