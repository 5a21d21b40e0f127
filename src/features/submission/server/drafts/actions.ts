/** Saves and deletes drafts. */

import { and, count, eq, lte, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { getBrokenConstraint } from '#platform/server/database/sqlState.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { createUnknownServiceError } from '#features/services/server/reads.ts';
import type { draftInput } from '#features/submission/draftContract.ts';
import { draftCodePurpose, getOwnDraft, whereOwnDraft } from './reads.ts';
import { noteDrafts } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'draft.saved': null;
    'draft.changed': null;
    'draft.deleted': null;
  }
}

type DraftInput = z.output<typeof draftInput>;

/** Drafts have signatures of up to 300 KB and are listed without pages, so their number is limited. */
export const MAX_DRAFTS = 100;

/** The stored columns, with the client's code encrypted. */
function toColumns(context: MemberContext, { clientSignatureCode: code, ...fields }: DraftInput) {
  const { secrets } = context.services;
  const clientSignatureCode = code === null ? null : secrets.encrypt(draftCodePurpose(context), code);
  return { ...fields, clientSignatureCode, updatedAt: context.now };
}

/** Saves a new draft. @throws 400 at `category`; 404 for a client of another business; 409 `too_many_drafts` */
export function saveDraft(context: MemberContext, input: DraftInput) {
  const { businessId, session, now } = context;
  return writeDraft(context, async (tx) => {
    const [[own], [row]] = await Promise.all([
      tx
        .select({ drafts: count() })
        .from(noteDrafts)
        .where(and(tx.inTenant(noteDrafts), eq(noteDrafts.authorId, session.userId))),
      tx
        .insert(noteDrafts)
        .values({ ...toColumns(context, input), businessId, authorId: session.userId, createdAt: now })
        .returning({ id: noteDrafts.id }),
    ]);
    if ((own?.drafts ?? 0) >= MAX_DRAFTS) {
      throw conflict('too_many_drafts', `You have ${MAX_DRAFTS} drafts. Delete one to save another.`);
    }
    return finish(tx, context, { draftId: row?.id, action: 'saved' });
  });
}

/** Overwrites one of the caller's drafts. @throws 404 for another user's draft or a client of another business */
export function saveOverDraft(context: MemberContext, draftId: number, input: DraftInput) {
  return writeDraft(context, async (tx) => {
    const [row] = await tx
      .update(noteDrafts)
      .set(toColumns(context, input))
      .where(whereOwnDraft(tx, context, draftId))
      .returning({ id: noteDrafts.id });
    return finish(tx, context, { draftId: row?.id, action: 'changed' });
  });
}

/** Deletes one of the caller's drafts. @throws 404 */
export function deleteDraft(context: MemberContext, draftId: number): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    if (!(await deleteOwnDraft(tx, context, whereOwnDraft(tx, context, draftId))))
      throw notFound('This draft does not exist.');
    recordAudit(tx, context, { type: 'draft.deleted', id: draftId });
  });
}

/**
 * Deletes the draft that became a note, in the note's transaction, unless it was changed after the note was submitted.
 * @returns false when the caller has no such draft
 */
export const deleteSubmittedDraft = (
  tx: BusinessTransaction,
  context: MemberContext,
  { draftId, submittedAt }: { draftId: number; submittedAt: Date },
): Promise<boolean> =>
  deleteOwnDraft(
    tx,
    context,
    and(whereOwnDraft(tx, context, draftId), lte(noteDrafts.updatedAt, submittedAt)),
  );

async function deleteOwnDraft(
  tx: BusinessTransaction,
  context: MemberContext,
  where: SQL | undefined,
): Promise<boolean> {
  const rows = await tx.delete(noteDrafts).where(where).returning({ id: noteDrafts.id });
  if (rows.length > 0) publishChange(tx, ['drafts'], [context.session.userId]);
  return rows.length > 0;
}

async function finish(
  tx: BusinessTransaction,
  context: MemberContext,
  { draftId, action }: { draftId: number | undefined; action: 'saved' | 'changed' },
) {
  if (draftId === undefined) throw notFound('This draft does not exist.');
  recordAudit(tx, context, { type: `draft.${action}`, id: draftId });
  publishChange(tx, ['drafts'], [context.session.userId]);
  return getOwnDraft(tx, context, draftId);
}

async function writeDraft<T>(
  context: MemberContext,
  work: (tx: BusinessTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await writeInBusiness(context, work);
  } catch (error) {
    const constraint = getBrokenConstraint(error);
    if (constraint === 'note_drafts_client') throw notFound('This client does not exist.');
    if (constraint === 'note_drafts_service') throw createUnknownServiceError();
    throw error;
  }
}
