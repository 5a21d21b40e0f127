/** Guarded: writes the rows of a note, for the features that submit it and decide on it. */

import { sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { auditHeads } from '#platform/server/audit/tables.ts';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { whereNote } from './rowReads.ts';
import { notes, noteSignatures, noteVersions } from './tables.ts';

/** Stores a new note. Sent when it is called, before the rows that refer to it. */
export async function insertNote(tx: BusinessTransaction, note: typeof notes.$inferInsert) {
  const [row] = await tx.insert(notes).values(note).returning().execute();
  if (!row) throw new Error('A note was not stored');
  return row;
}

/** Changes a note that is locked. */
export async function updateNote(
  tx: BusinessTransaction,
  noteId: number,
  columns: PgUpdateSetSource<typeof notes>,
) {
  const [row] = await tx.update(notes).set(columns).where(whereNote(tx, noteId)).returning().execute();
  if (!row) throw new Error('A locked note is gone');
  return row;
}

/** Stores both signatures of a version. */
export const insertSignatures = (tx: BusinessTransaction, row: typeof noteSignatures.$inferInsert) =>
  tx.insert(noteSignatures).values(row).execute();

interface FrozenVersion {
  noteId: number;
  version: number;
  canonical: string;
  digest: string;
  billing: string;
}

/** Freezes the text of a version, just before the commit. The audit entry of the version is recorded before. */
export function freezeVersion(
  tx: BusinessTransaction,
  { businessId, now }: MemberContext,
  { noteId, version, canonical, digest, billing }: FrozenVersion,
): void {
  // The head is the entry recorded before, because this transaction has locked the head of the chain.
  const freeze = sql`
    insert into ${noteVersions} (business_id, note_id, version, canonical, digest, billing, audit_seq, created_at)
    select business_id, ${noteId}::bigint, ${version}::int, ${canonical}, ${digest}, ${billing}, seq, ${now.toISOString()}::timestamptz
    from ${auditHeads} where business_id = ${businessId} returning version`;
  tx.beforeCommit('audit chain', () => tx.execute(freeze).execute());
}
