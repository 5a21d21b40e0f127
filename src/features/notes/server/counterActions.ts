/** Updates the number of notes by author and status, in the transaction that changes it. */

import { sql } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { noteCounts } from './tables.ts';

export interface StatusChange {
  businessId: number;
  authorId: number;
  /** Omitted for a new note. */
  from?: NoteStatus;
  /** Omitted for a deleted note. */
  to?: NoteStatus;
}

/** Moves a note from one status to another in the counts, just before the commit. */
export function adjustNoteCounts(tx: BusinessTransaction, change: StatusChange): void {
  const { businessId, authorId, from, to } = change;
  if (from === to) return;
  const steps = [
    ...(from ? [{ status: from, count: -1 }] : []),
    ...(to ? [{ status: to, count: 1 }] : []),
    // In a fixed order, so that two changes never deadlock.
  ].toSorted((a, b) => (a.status < b.status ? -1 : 1));
  const upsert = tx
    .insert(noteCounts)
    .values(steps.map((step) => ({ businessId, authorId, ...step })))
    .onConflictDoUpdate({
      target: [noteCounts.businessId, noteCounts.authorId, noteCounts.status],
      set: { count: sql`${noteCounts.count} + excluded.count` },
    });
  tx.beforeCommit('note counts', () => upsert.execute());
}
