import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { getBrokenConstraint } from '#platform/server/database/sqlState.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { draftInput } from '#features/notes/draftContract.ts';
import { draftCodePurpose, findOwnDraft, whereOwnDraft } from './reads.ts';
import { noteDrafts } from './tables.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'draft.saved': null;
    'draft.changed': null;
    'draft.deleted': null;
  }
}

type DraftInput = z.output<typeof draftInput>;

/** Drafts carry signatures of up to 300 KB and are listed in one piece, so their number is bounded. */
export const MOST_DRAFTS = 100;

const OBJECT = 'draft';

/** The row as it is stored, with the client's code sealed. */
function stored(context: MemberContext, { clientSignatureCode: code, ...fields }: DraftInput) {
  const { secrets } = context.services;
  const clientSignatureCode = code === null ? null : secrets.seal(draftCodePurpose(context), code);
  return { ...fields, clientSignatureCode, updatedAt: context.now };
}

/** Saves a new draft. @throws 404 for a client that is not of the business, 409 `too_many_drafts` */
export function saveDraft(context: MemberContext, input: DraftInput) {
  const { businessId, session, now } = context;
  return writing(context, async (tx) => {
    const [[owned], [row]] = await Promise.all([
      tx
        .select({ drafts: count() })
        .from(noteDrafts)
        .where(and(eq(noteDrafts.businessId, businessId), eq(noteDrafts.authorId, session.userId))),
      tx
        .insert(noteDrafts)
        .values({ ...stored(context, input), businessId, authorId: session.userId, createdAt: now })
        .returning({ id: noteDrafts.id }),
    ]);
    if ((owned?.drafts ?? 0) >= MOST_DRAFTS) {
      throw conflict('too_many_drafts', `You have ${MOST_DRAFTS} drafts. Delete one to save another.`);
    }
    return finish(tx, context, { draftId: row?.id, action: 'saved' });
  });
}

/** Saves over an own draft. @throws 404 for what is not an own draft or not a client of the business */
export function saveOverDraft(context: MemberContext, draftId: number, input: DraftInput) {
  return writing(context, async (tx) => {
    const [row] = await tx
      .update(noteDrafts)
      .set(stored(context, input))
      .where(whereOwnDraft(context, draftId))
      .returning({ id: noteDrafts.id });
    return finish(tx, context, { draftId: row?.id, action: 'changed' });
  });
}

/** Deletes an own draft. @throws 404 */
export function deleteDraft(context: MemberContext, draftId: number): Promise<undefined> {
  return writeInBusiness<undefined>(context, async (tx) => {
    if (!(await deleteSubmittedDraft(tx, context, draftId))) throw notFound('This draft does not exist.');
    recordAudit(tx, context, { action: 'deleted', object: OBJECT, objectId: draftId, label: null });
  });
}

/**
 * Removes the own draft that became a note, within the note's transaction.
 * @returns false when there is no such own draft
 */
export async function deleteSubmittedDraft(
  tx: BusinessTransaction,
  context: MemberContext,
  draftId: number,
): Promise<boolean> {
  const gone = await tx
    .delete(noteDrafts)
    .where(whereOwnDraft(context, draftId))
    .returning({ id: noteDrafts.id });
  if (gone.length > 0) publishChange(tx, ['drafts'], [context.session.userId]);
  return gone.length > 0;
}

async function finish(
  tx: BusinessTransaction,
  context: MemberContext,
  { draftId, action }: { draftId: number | undefined; action: 'saved' | 'changed' },
) {
  if (draftId === undefined) throw notFound('This draft does not exist.');
  recordAudit(tx, context, { action, object: OBJECT, objectId: draftId, label: null });
  const row = await findOwnDraft(tx, context, draftId);
  if (!row) throw notFound('This draft does not exist.');
  publishChange(tx, ['drafts'], [context.session.userId]);
  return row;
}

async function writing<T>(context: MemberContext, work: (tx: BusinessTransaction) => Promise<T>): Promise<T> {
  try {
    return await writeInBusiness(context, work);
  } catch (error) {
    if (getBrokenConstraint(error) === 'note_drafts_client') throw notFound('This client does not exist.');
    throw error;
  }
}
