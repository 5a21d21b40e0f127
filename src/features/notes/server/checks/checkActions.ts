/** Guarded: stores checks; their callers hold the locks of `lockChecks`, and of the client's balance. */

import { and, eq, inArray, or, sql, type SQLWrapper } from 'drizzle-orm';
import type { BusinessScope } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import type { Finding } from './findings.ts';
import { noteChecks } from './tables.ts';

export type StoredCheck = Finding & { noteId: number };

/** Adds or changes checks. An explanation holds for the notes that it was given for. */
export async function upsertChecks(
  tx: BusinessTransaction,
  { businessId, now }: Pick<BusinessScope, 'businessId' | 'now'>,
  checks: readonly StoredCheck[],
): Promise<void> {
  if (checks.length === 0) return;
  const keep = (column: SQLWrapper) =>
    sql`case when ${noteChecks.relatedNoteIds} = excluded.related_note_ids then ${column} end`;
  await tx
    .insert(noteChecks)
    .values(checks.map((check) => ({ ...check, businessId, createdAt: now })))
    .onConflictDoUpdate({
      target: [noteChecks.businessId, noteChecks.noteId, noteChecks.code],
      set: {
        level: sql`excluded.level`,
        relatedNoteIds: sql`excluded.related_note_ids`,
        detail: sql`excluded.detail`,
        explanation: keep(noteChecks.explanation),
        explainedBy: keep(noteChecks.explainedBy),
        explainedAt: keep(noteChecks.explainedAt),
      },
    });
}

export async function deleteChecks(
  tx: BusinessTransaction,
  checks: readonly { noteId: number; code: NoteCheckCode }[],
): Promise<void> {
  if (checks.length === 0) return;
  const codes = [...new Set(checks.map(({ code }) => code))];
  await tx.delete(noteChecks).where(
    and(
      tx.inTenant(noteChecks),
      or(
        ...codes.map((code) =>
          and(
            eq(noteChecks.code, code),
            inArray(
              noteChecks.noteId,
              checks.filter((check) => check.code === code).map(({ noteId }) => noteId),
            ),
          ),
        ),
      ),
    ),
  );
}
