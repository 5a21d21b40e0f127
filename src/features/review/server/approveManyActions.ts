/** Guarded: approves many notes, each in a transaction of its own. */

import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import type { IdempotencyKey, MemberContext } from '#platform/server/context.ts';
import { AppError, conflict } from '#platform/server/errors.ts';
import { IdempotentReplay, isKeyUsed } from '#platform/server/idempotency.ts';
import { writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { noteChecks } from '#features/notes/server/checks/tables.ts';
import { approveResult, type reviewContract } from '#features/review/contract.ts';
import { createOwnNoteError, lockReviewable, writeReview } from './actions.ts';

type Input = RequestOf<(typeof reviewContract)['POST /api/management/notes/approve-many']>['body'];
type ViewedNote = Input['notes'][number];
type Result = z.output<typeof approveResult>;

/**
 * Approves notes that have no warning, in the order sent. A note that is refused does not stop the others.
 * Each approval claims an idempotency key of its own with its transaction, and the whole response claims the request's
 * key at the end, so that a repeated request approves nothing twice and reports what the first one approved.
 */
export async function approveNotes(context: MemberContext, { notes }: Input) {
  const { idempotency: key } = context;
  if (key && (await isKeyUsed(context, key))) throw new IdempotentReplay();
  const results: { id: number; result: Result }[] = [];
  for (const note of notes) results.push({ id: note.id, result: await approveOne(context, note) });
  return key ? writeInBusiness(context, () => Promise.resolve(results)) : results;
}

async function approveOne(context: MemberContext, note: ViewedNote): Promise<Result> {
  const idempotency = context.idempotency && createNoteKey(context.idempotency, note);
  try {
    return await writeInBusiness({ ...context, idempotency }, (tx) =>
      approveWithoutWarning(tx, context, note),
    );
  } catch (error) {
    // Only an approval keeps the key of its note.
    if (error instanceof IdempotentReplay) return 'approved';
    const refusal = approveResult.safeParse(error instanceof AppError ? error.code : undefined);
    if (refusal.success) return refusal.data;
    throw error;
  }
}

/** Longer than any request key, so the two can't collide. */
const createNoteKey = (key: IdempotencyKey, { id }: ViewedNote): IdempotencyKey => ({
  ...key,
  key: `${key.key.padEnd(200)} note ${id}`,
  claimed: false,
});

/** @throws as `lockReviewable`; 409 `own_note`, `has_warnings` */
async function approveWithoutWarning(
  tx: BusinessTransaction,
  context: MemberContext,
  { id, version }: ViewedNote,
): Promise<Result> {
  const review = { action: 'approve' as const, version };
  const note = await lockReviewable(tx, context, { noteId: id, review });
  if (note.authorId === context.session.userId) throw createOwnNoteError();
  if (await hasWarning(tx, id))
    throw conflict('has_warnings', 'This note has warnings. Review it on its own.');
  await writeReview(tx, context, { note, review });
  return 'approved';
}

async function hasWarning(tx: BusinessTransaction, noteId: number): Promise<boolean> {
  const rows = await tx
    .select({ code: noteChecks.code })
    .from(noteChecks)
    .where(
      and(
        tx.inTenant(noteChecks),
        eq(noteChecks.noteId, noteId),
        eq(noteChecks.level, 'warning'),
        // Explained or not, a note without the client's signature is reviewed on its own.
        or(isNull(noteChecks.explanation), eq(noteChecks.code, 'unsigned')),
        // Only concerns its author, whose approval was refused before.
        ne(noteChecks.code, 'own_note'),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
