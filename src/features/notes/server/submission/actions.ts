/** Guarded: submits and resubmits notes, each in one transaction. */
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, forbidden, notFound } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { deleteSubmittedDraft } from '#features/notes/server/drafts/actions.ts';
import { getActiveService, type ServiceRow } from '#features/services/server/reads.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import type { NoteInput } from '#features/notes/contract.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import { verifySigners } from './signerActions.ts';
import { isEditable } from '#features/notes/server/policy.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { findSignatures, lockNote, NOTE_TOPICS, whereNote } from '#features/notes/server/rowReads.ts';
import { refuseReusedSignatures } from '#features/notes/server/signing/signatures.ts';
import { readSubmission, toNoteColumns, type Submission } from './submission.ts';
import { notes } from '#features/notes/server/tables.ts';
import { notifyOveruse, writeVersion } from './versionActions.ts';

/**
 * Submits a signed note: deducts the units, writes the time entry, and freezes the signed content.
 * @throws 400 at the field; 403 for a client who is not assigned; 409 `client_inactive`, `rounding_changed`,
 * `not_enough_units`; 429
 */
export async function submitNote(context: MemberContext, input: NoteInput) {
  const submission = await readSubmission(context, input);
  const { businessId, now } = context;
  return writeInBusiness(context, async (tx) => {
    const servicePromise = getActiveService(tx, input.category);
    // Counts a wrong code first, even if the service is invalid.
    servicePromise.catch(() => undefined);
    const [signers, noteId] = await Promise.all([
      verifySigners(tx, context, toClaim(submission)),
      nextId(tx, notes),
    ]);
    const service = await servicePromise;
    refuseOtherRounding(input, service);
    const columns = toNoteColumns(context, submission, { signers, service, version: 1 });
    adjustNoteCounts(tx, { businessId, authorId: columns.authorId, to: 'pending' });
    const [[row], , entry] = await Promise.all([
      tx
        .insert(notes)
        .values({ ...columns, businessId, id: noteId, createdAt: now })
        .returning()
        .execute(),
      deleteDraft(tx, context, submission),
      writeVersion(tx, context, { noteId, columns, submission, signers, service }),
    ]);
    if (!row) throw new Error('A note was not stored');
    if (entry.crossedZero)
      await notifyOveruse(tx, context, { ...columns, noteId, available: entry.available });
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, serviceName: service.name, reviewer: null });
  });
}

/**
 * Writes a new signed version of a pending or returned note. Reverses the units of the old version and deducts those
 * of the new one, perhaps from another client.
 * @throws as `submitNote`; 403 for another user's note, 404, 409 `note_not_pending`
 */
export async function resubmitNote(context: MemberContext, noteId: number, input: NoteInput) {
  const submission = await readSubmission(context, input);
  return writeInBusiness(context, async (tx) => {
    // Checked first, so that other users learn nothing about the client's code.
    const before = await lockEditableNote(tx, context, noteId);
    const servicePromise = getActiveService(tx, input.category, before.category);
    servicePromise.catch(() => undefined);
    const [signers, signatures] = await Promise.all([
      verifySigners(tx, context, toClaim(submission)),
      findSignatures(tx, before),
    ]);
    if (!signatures) throw new Error(`Version ${before.version} of note ${noteId} has no signatures`);
    refuseReusedSignatures(submission.signatures, signatures);
    const service = await servicePromise;
    refuseOtherRounding(input, service);
    const columns = toNoteColumns(context, submission, { signers, service, version: before.version + 1 });
    const { businessId } = context;
    adjustNoteCounts(tx, { businessId, authorId: before.authorId, from: before.status, to: 'pending' });
    const [[row], , , entry] = await Promise.all([
      tx
        .update(notes)
        .set({ ...columns, reviewedBy: null, reviewedAt: null, reviewComment: null, unitRate: null })
        .where(whereNote(tx, noteId))
        .returning()
        .execute(),
      deleteDraft(tx, context, submission),
      reverseUnits(tx, context, { noteId, noteVersion: before.version, reason: 'Note resubmitted' }),
      writeVersion(tx, context, { noteId, columns, submission, signers, service }),
    ]);
    if (!row) throw notFound('This note does not exist.');
    if (entry.crossedZero)
      await notifyOveruse(tx, context, { ...columns, noteId, available: entry.available });
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, serviceName: service.name, reviewer: null });
  });
}

/** @throws 403, 404, 409 `note_not_pending` */
async function lockEditableNote(tx: BusinessTransaction, context: MemberContext, noteId: number) {
  const note = await lockNote(tx, noteId);
  if (note.authorId !== context.session.userId) throw forbidden('Only its author can change this note.');
  if (!isEditable(note.status)) {
    throw conflict('note_not_pending', 'This note is under review or was reviewed. It cannot be changed.');
  }
  return note;
}

/** The signed statements name the units, so they may not follow from another rule. @throws 409 `rounding_changed` */
function refuseOtherRounding({ rounding }: NoteInput, service: ServiceRow): void {
  if (rounding === undefined || rounding === service.rounding) return;
  throw conflict(
    'rounding_changed',
    'The rounding rule of this service has changed. Check the units and sign again.',
  );
}

const toClaim = ({ columns, code }: Submission) => ({ clientId: columns.clientId, code });

/** Does nothing for a draft that no longer exists or belongs to another user. */
const deleteDraft = (tx: BusinessTransaction, context: MemberContext, { draftId }: Submission) =>
  draftId === null ? Promise.resolve(false) : deleteSubmittedDraft(tx, context, draftId);
