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
import type { UsageAlerts } from '#features/clients/server/accounts/reads.ts';
import { lockBalances } from '#features/clients/server/balances/actions.ts';
import {
  chooseNoteAccount,
  readAccountState,
  toRefusal,
  type AccountState,
  type ChosenAccount,
} from '#features/notes/server/accounts/drawReads.ts';
import { verifySigners, type Signers } from './signerActions.ts';
import { isEditable } from '#features/notes/server/policy.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { findSignatures, lockNote, NOTE_TOPICS, whereNote } from '#features/notes/server/rowReads.ts';
import { refuseReusedSignatures } from '#features/notes/server/signing/signatures.ts';
import { readSubmission, toNoteColumns, toNoteUnits, type Submission } from './submission.ts';
import { notes } from '#features/notes/server/tables.ts';
import { writeVersion } from './versionActions.ts';

/**
 * Submits a signed note: deducts the units, writes the time entry, and freezes the signed content.
 * @throws 400 at the field; 403 for a client who is not assigned; 409 `client_inactive`, `rounding_changed`, or as
 * `getAccount`; 429
 */
export async function submitNote(context: MemberContext, input: NoteInput, sendUsageAlerts: UsageAlerts) {
  const submission = await readSubmission(context, input);
  const { businessId, now } = context;
  const visit = { ...submission.columns, businessId };
  return writeInBusiness(context, async (tx) => {
    const servicePromise = getActiveService(tx, input.category);
    // Counts a wrong code first, even if the service is invalid.
    servicePromise.catch(() => undefined);
    const [signers, noteId, , accounts] = await Promise.all([
      verifySigners(tx, context, toClaim(submission)),
      nextId(tx, notes),
      lockBalances(tx, [visit.clientId]),
      readAccountState(tx, visit),
    ]);
    const service = await servicePromise;
    refuseOtherRounding(input, service);
    const draw = await getAccount(tx, context, { submission, signers, service, accounts });
    const columns = toNoteColumns(context, submission, { signers, service, draw, version: 1 });
    adjustNoteCounts(tx, { businessId, authorId: columns.authorId, to: 'pending' });
    const [[row]] = await Promise.all([
      tx
        .insert(notes)
        .values({ ...columns, businessId, id: noteId, createdAt: now })
        .returning()
        .execute(),
      deleteDraft(tx, context, submission),
      writeVersion(tx, context, { noteId, columns, submission, signers, service, draw, sendUsageAlerts }),
    ]);
    if (!row) throw new Error('A note was not stored');
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, serviceName: service.name, reviewer: null });
  });
}

/**
 * Writes a new signed version of a pending or returned note. Reverses the units of the old version and deducts those
 * of the new one, perhaps from another client.
 * @throws as `submitNote`; 403 for another user's note, 404, 409 `note_not_pending`
 */
export async function resubmitNote(
  context: MemberContext,
  { noteId, input }: { noteId: number; input: NoteInput },
  sendUsageAlerts: UsageAlerts,
) {
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
    const { clientId } = submission.columns;
    await lockBalances(tx, [before.clientId, clientId]);
    const replaced = { noteId, clientId: before.clientId, noteVersion: before.version };
    // Awaited, because the accounts have to include what returns.
    await reverseUnits(tx, context, { ...replaced, reason: 'Note resubmitted' });
    const accounts = await readAccountState(tx, { ...submission.columns, businessId: context.businessId });
    const draw = await getAccount(tx, context, { submission, signers, service, accounts, noteId });
    const version = before.version + 1;
    const columns = toNoteColumns(context, submission, { signers, service, draw, version });
    const { businessId } = context;
    adjustNoteCounts(tx, { businessId, authorId: before.authorId, from: before.status, to: 'pending' });
    const [[row]] = await Promise.all([
      tx
        .update(notes)
        .set({ ...columns, reviewedBy: null, reviewedAt: null, reviewComment: null, unitRate: null })
        .where(whereNote(tx, noteId))
        .returning()
        .execute(),
      deleteDraft(tx, context, submission),
      writeVersion(tx, context, { noteId, columns, submission, signers, service, draw, sendUsageAlerts }),
    ]);
    if (!row) throw notFound('This note does not exist.');
    publishChange(tx, NOTE_TOPICS);
    return toNote(context.session, { ...row, serviceName: service.name, reviewer: null });
  });
}

interface AccountRequest {
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  accounts: AccountState | null;
  /** The note that is edited. */
  noteId?: number;
}

/** The account that the note draws from. @throws 404; 409 `authorization_required`, `not_enough_units`, `cap_exceeded` */
async function getAccount(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  { submission, signers, service, accounts, ...edited }: AccountRequest,
): Promise<ChosenAccount> {
  if (!accounts) throw notFound('This client does not exist.');
  const visit = { ...submission.columns, businessId };
  const units = toNoteUnits(visit, service);
  const draw = await chooseNoteAccount(tx, accounts, { visit, service, units, ...edited });
  const names = { serviceName: service.name, clientName: signers.clientContactName };
  const refusal = toRefusal(draw, { visit, units, ...names });
  if (refusal) throw refusal;
  return draw;
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
