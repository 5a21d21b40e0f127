/** How many notes of an author are in which state, kept in the transaction that changes it. */
import { sql } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { NoteStatus } from '#features/notes/contract.ts';
import { noteCounts } from './tables.ts';

export interface StatusChange {
  businessId: number;
  authorId: number;
  /** Left out for a new note. */
  from?: NoteStatus;
  /** Left out for a deleted one. */
  to?: NoteStatus;
}

/** Counts a note out of one state and into another, at the end of the transaction. */
export function adjustNoteCounts(tx: BusinessTransaction, move: StatusChange): void {
  const { businessId, authorId, from, to } = move;
  if (from === to) return;
  const steps = [
    ...(from ? [{ status: from, count: -1 }] : []),
    ...(to ? [{ status: to, count: 1 }] : []),
    // Always in the same order, so that two moves at once never wait for each other.
  ].toSorted((a, b) => (a.status < b.status ? -1 : 1));
  const counted = tx
    .insert(noteCounts)
    .values(steps.map((step) => ({ businessId, authorId, ...step })))
    .onConflictDoUpdate({
      target: [noteCounts.businessId, noteCounts.authorId, noteCounts.status],
      set: { count: sql`${noteCounts.count} + excluded.count` },
    });
  tx.beforeCommit('note counts', () => counted.execute());
}
