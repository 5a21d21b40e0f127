import { and, count, inArray, isNull, lte } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { UndecidedNotes } from '#features/businesses/server/periods/actions.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { notes } from './tables.ts';

const UNDECIDED = ['pending', 'in-review', 'in-progress'] as const;

/** Counts the notes without a decision and a work date up to a day, by status. */
export async function countUndecided(tx: BusinessTransaction, through: string): Promise<UndecidedNotes[]> {
  const rows = await tx
    .select({ status: notes.status, count: count() })
    .from(notes)
    .where(
      and(
        tx.inTenant(notes),
        inArray(notes.status, [...UNDECIDED]),
        lte(notes.workDate, through),
        isNull(notes.deletedAt),
      ),
    )
    .groupBy(notes.status);
  return UNDECIDED.flatMap((status) => rows.filter((row) => row.status === status)).map((row) => ({
    ...row,
    label: statusLabels[row.status],
  }));
}
