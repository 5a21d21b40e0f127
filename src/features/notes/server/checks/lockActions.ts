/** Guarded: locks the notes that a note is compared with. */

import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { noteFingerprints } from './tables.ts';

interface LockScope {
  businessId: number;
  authorId: number;
  /** The inks of stored and new signatures. */
  inks: readonly (Buffer | null)[];
}

/**
 * Locks the notes of an author, and those signed with the same ink, against other changes until the transaction ends:
 * of two concurrent notes the second sees the first. Sent when this is called, before the client's balance is locked,
 * which covers notes for the same client; always author, inks, the client's code, balances, so that transactions cannot
 * deadlock.
 */
export async function lockChecks(
  tx: BusinessTransaction,
  { businessId, authorId, inks }: LockScope,
): Promise<void> {
  const hexes = [...new Set(inks.flatMap((ink) => ink?.toString('hex') ?? []))].sort();
  const locks = [`author ${authorId}`, ...hexes].map(
    (name): SQL => sql`pg_advisory_xact_lock(hashtextextended(${name}, ${businessId}))`,
  );
  // Acquired from left to right.
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`).execute();
}

/**
 * The same for a stored note whose row is locked.
 * @returns when its first version was submitted; null for a note from before there were checks
 */
export async function lockChecksOfNote(
  tx: BusinessTransaction,
  { noteId, inks = [], ...locked }: Omit<LockScope, 'inks'> & { noteId: number; inks?: LockScope['inks'] },
): Promise<Date | null> {
  const [stored] = await tx
    .select({ clientInk: noteFingerprints.clientInk, submittedAt: noteFingerprints.submittedAt })
    .from(noteFingerprints)
    .where(and(tx.inTenant(noteFingerprints), eq(noteFingerprints.noteId, noteId)));
  await lockChecks(tx, { ...locked, inks: [...inks, stored?.clientInk ?? null] });
  return stored?.submittedAt ?? null;
}
