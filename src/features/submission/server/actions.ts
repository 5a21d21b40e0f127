/** Guarded: submits and resubmits notes, each in one transaction. */

import { getDayAt } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, forbidden, notFound, sendingOnly } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { lockPeriod, refuseClosedPeriod } from '#features/businesses/server/periodActions.ts';
import type { UsageAlerts } from '#features/clients/server/accountReads.ts';
import { lockBalances } from '#features/clients/server/balanceActions.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';
import {
  deleteNoteChecks,
  readShared,
  updateSharedChecks,
  writeOwnChecks,
} from '#features/notes/server/checks/actions.ts';
import { lockChecks, lockChecksOfNote } from '#features/notes/server/checks/lockActions.ts';
import { readNeighbors } from '#features/notes/server/checks/neighborReads.ts';
import { listChecks } from '#features/notes/server/checks/reads.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import { NO_DECISION, isEditable, refuseReusedSignatures } from '#features/notes/server/public.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { issueReceipt, revokeReceipts } from '#features/notes/server/receipts/actions.ts';
import { findReceipt } from '#features/notes/server/receipts/reads.ts';
import { insertNote, updateNote } from '#features/notes/server/recordActions.ts';
import { findSignatures, lockNote, NOTE_TOPICS, refuseBilled } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import { getInactiveSince } from '#features/people/server/reads.ts';
import { getActiveService, getServiceByKey, type ServiceRow } from '#features/services/server/reads.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import {
  chooseNoteAccount,
  readAccountState,
  toRefusal,
  type AccountState,
  type ChosenAccount,
} from './accounts/drawReads.ts';
import { listSendBackReasons } from './arrival.ts';
import { digestCapture, findFirstArrival } from './captureActions.ts';
import { toClaim, toFacts, toSignedNote } from './checkedNote.ts';
import { deleteSubmittedDraft } from './drafts/actions.ts';
import { writeSheet } from './sheetActions.ts';
import { compareRules, refuseChangedRules, refuseUnsigned } from './signedRules.ts';
import { NEVER, verifySigners, type Signers } from './signerActions.ts';
import { readSubmission, refuseFutureClock, toNoteColumns, type Submission } from './submission.ts';
import { writeVersion } from './versionActions.ts';
import { toNoteUnits } from './workSpan.ts';

/**
 * Submits a signed note: deducts the units, writes the time entry, and freezes the signed content.
 * A capture that arrives again answers its first note. The author of a note that is sent back gets a message.
 * @throws 400 at the field; 403 for a client who is not assigned, `sending_only` for what was not kept before the deactivation; 409 `capture_taken`, `client_inactive`, `period_locked`,
 * `rounding_changed`, `units_changed`, `time_zone_changed`, or as `getAccount`; 429
 */
export async function submitNote(
  context: MemberContext,
  input: SubmissionInput,
  sendUsageAlerts: UsageAlerts,
) {
  if (context.session.isSendingOnly && !(input.captureId && input.capture?.offline)) throw sendingOnly();
  const submission = await readSubmission(context, input);
  refuseFutureClock(input, context.now);
  return writeInBusiness(context, async (tx) => {
    const first = await findFirstArrival(tx, context, input);
    if (first) return first;
    if (context.session.isSendingOnly) await refuseLaterWork(tx, context, input);
    return storeNote(tx, context, { input, submission, sendUsageAlerts });
  });
}

/** @throws 403 `sending_only` when the work date is after the deactivation, in the zone that the business had then */
async function refuseLaterWork(
  tx: BusinessTransaction,
  { session }: MemberContext,
  { workDate }: SubmissionInput,
): Promise<void> {
  if (workDate > getDayAt(await getInactiveSince(tx, session.userId), session))
    throw sendingOnly('This login can only send notes of visits before your account was deactivated.');
}

interface NewNote {
  input: SubmissionInput;
  submission: Submission;
  sendUsageAlerts: UsageAlerts;
}

async function storeNote(
  tx: BusinessTransaction,
  request: MemberContext,
  { input, submission, sendUsageAlerts }: NewNote,
) {
  const { businessId } = request;
  const visit = { ...submission.columns, businessId };
  const facts = toFacts(request, submission, { noteId: 0 });
  const { isOffline } = toClaim(submission);
  const servicePromise = (isOffline ? getServiceByKey : getActiveService)(tx, input.category);
  // Counts a wrong code first, even if the service is invalid.
  servicePromise.catch(() => undefined);
  const [lockedThrough, , signers, noteId, , accounts, neighbors] = await Promise.all([
    lockPeriod(tx),
    lockChecks(tx, { ...facts, businessId, inks: [facts.clientInk] }),
    verifySigners(tx, request, toClaim(submission)),
    nextId(tx, notes),
    lockBalances(tx, [visit.clientId]),
    readAccountState(tx, visit),
    readNeighbors(tx, businessId, facts),
  ]);
  if (!isOffline) refuseClosedPeriod(lockedThrough, [visit.workDate]);
  const isClosed = isInClosedPeriod(visit.workDate, lockedThrough);
  if (signers.archivedAt) neighbors.inactive.push({ start: signers.archivedAt, end: NEVER });
  const current = await servicePromise;
  if (!accounts) throw notFound('This client does not exist.');
  const zones = request.session;
  const { service, changes } = compareRules({ input, submission, service: current, accounts, zones });
  const draw = await getAccount(tx, request, { submission, signers, service, accounts });
  const reasons = listSendBackReasons({ isOffline, isClosed, facts, signers, neighbors, draw, changes });
  const context = atLockTime(request);
  const columns = toNoteColumns(context, submission, { signers, service, draw, reasons, version: 1 });
  adjustNoteCounts(tx, { businessId, authorId: columns.authorId, to: columns.status });
  const version = { noteId, columns, submission, signers, service, draw, reasons, sendUsageAlerts };
  const checked = { facts: { ...facts, noteId }, neighbors, settings: accounts.general };
  const signed = toSignedNote(context, version);
  const [row, viewer, own, receipt] = await Promise.all([
    insertNote(tx, { ...columns, ...toCaptureKey(input), businessId, id: noteId, createdAt: context.now }),
    readViewer(tx, context, [columns]),
    writeOwnChecks(tx, context, { ...checked, signed }),
    input.receiptToken === undefined
      ? null
      : issueReceipt(tx, context, { noteId, token: input.receiptToken, recipient: signers.recipient }),
    deleteDraft(tx, context, submission),
    writeVersion(tx, context, version),
    writeSheet(tx, context, version),
  ]);
  const isShared = await updateSharedChecks(tx, context, { ...checked, before: null });
  const checks = isShared ? await listChecks(tx, businessId, noteId) : own;
  publishChange(tx, NOTE_TOPICS);
  return toNote(viewer, { ...row, serviceName: service.name, reviewer: null, checks, isClosed, receipt });
}

const toCaptureKey = (input: SubmissionInput) =>
  input.captureId === undefined ? {} : { captureId: input.captureId, captureDigest: digestCapture(input) };

/**
 * Writes a new signed version of a pending or returned note. Reverses the units of the old version and deducts those
 * of the new one, possibly from another client; in that case the previous client's receipt link is revoked.
 * @throws as `submitNote`; 403 for another user's note, 404, 409 `note_not_pending`
 */
export async function resubmitNote(
  request: MemberContext,
  { noteId, input }: { noteId: number; input: SubmissionInput },
  sendUsageAlerts: UsageAlerts,
) {
  const submission = await readSubmission(request, input);
  const { businessId } = request;
  return writeInBusiness(request, async (tx) => {
    const locked = await lockResubmission(tx, request, { noteId, input, submission });
    const { before, facts, signers, service } = locked;
    const { clientId } = submission.columns;
    await lockBalances(tx, [before.clientId, clientId]);
    const context = atLockTime(request, before.updatedAt);
    const replaced = { noteId, clientId: before.clientId, noteVersion: before.version };
    // Awaited, because the accounts have to include what returns.
    await reverseUnits(tx, context, { ...replaced, reason: 'Note resubmitted' });
    const [accounts, neighbors, shared] = await Promise.all([
      readAccountState(tx, { ...submission.columns, businessId }),
      readNeighbors(tx, businessId, facts),
      readShared(tx, noteId),
    ]);
    if (!accounts) throw notFound('This client does not exist.');
    refuseUnsigned(submission, accounts);
    const draw = await getAccount(tx, context, { submission, signers, service, accounts, noteId });
    const parts = { signers, service, draw, reasons: [], version: before.version + 1 };
    const columns = toNoteColumns(context, submission, parts);
    const version = { noteId, columns, submission, signers, service, draw, reasons: [], sendUsageAlerts };
    const checked = { facts, neighbors, settings: accounts.general };
    const signed = toSignedNote(context, version);
    adjustNoteCounts(tx, { businessId, authorId: before.authorId, from: before.status, to: 'pending' });
    const [row, viewer, , own, , receipt] = await Promise.all([
      updateNote(tx, noteId, { ...columns, ...NO_DECISION }),
      readViewer(tx, context, [columns]),
      deleteNoteChecks(tx, noteId),
      writeOwnChecks(tx, context, { ...checked, signed }),
      // The previous client still has the link.
      before.clientId !== clientId && revokeReceipts(tx, context, noteId),
      findReceipt(tx, context, noteId),
      deleteDraft(tx, context, submission),
      writeVersion(tx, context, version),
      writeSheet(tx, context, version),
    ]);
    const isShared = await updateSharedChecks(tx, context, { ...checked, before: shared });
    const checks = isShared ? await listChecks(tx, businessId, noteId) : own;
    publishChange(tx, NOTE_TOPICS);
    const { name: serviceName } = service;
    return toNote(viewer, { ...row, serviceName, reviewer: null, checks, isClosed: false, receipt });
  });
}

/** Locks what a new version of a note depends on, and verifies its signers. @throws as `resubmitNote` */
async function lockResubmission(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, input, submission }: { noteId: number; input: SubmissionInput; submission: Submission },
) {
  const { businessId } = context;
  // Checked first, so that other users learn nothing about the client's code.
  const [lockedThrough, before] = await Promise.all([lockPeriod(tx), lockEditableNote(tx, context, noteId)]);
  refuseClosedPeriod(lockedThrough, [before.workDate, submission.columns.workDate]);
  refuseFutureClock(input, context.now, before.clock);
  // A note that never counted keeps no service that was archived.
  const keptService = before.unitsDrawn ? before.category : undefined;
  const servicePromise = getActiveService(tx, input.category, keptService);
  servicePromise.catch(() => undefined);
  const stored = await lockChecksOfNote(tx, {
    businessId,
    authorId: before.authorId,
    noteId,
    inks: [submission.signatures.clientInk],
  });
  const facts = toFacts(context, submission, { noteId, submittedAt: stored ?? before.createdAt });
  const [signers, signatures] = await Promise.all([
    verifySigners(tx, context, toClaim(submission)),
    findSignatures(tx, before),
  ]);
  if (!signatures) throw new Error(`Version ${before.version} of note ${noteId} has no signatures`);
  refuseReusedSignatures(submission.signatures, signatures);
  const service = await servicePromise;
  refuseChangedRules({ input, submission, service, zones: context.session });
  return { before, facts, signers, service };
}

interface AccountRequest {
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  accounts: AccountState;
  /** The note that is edited. */
  noteId?: number;
}

/** The account of the note; one that was written offline is stored in any case. @throws 409 `authorization_required`, `not_enough_units`, `cap_exceeded` */
async function getAccount(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  { submission, signers, service, accounts, ...edited }: AccountRequest,
): Promise<ChosenAccount> {
  const visit = { ...submission.columns, businessId };
  const units = toNoteUnits(visit, service);
  const draw = await chooseNoteAccount(tx, accounts, { visit, service, units, ...edited });
  const names = { serviceName: service.name, clientName: signers.clientContactName };
  const refusal = toRefusal(draw, { visit, units, ...names });
  if (refusal && !toClaim(submission).isOffline) throw refusal;
  return draw;
}

/** @throws 403, 404, 409 `note_billed`, `note_not_pending` */
async function lockEditableNote(tx: BusinessTransaction, context: MemberContext, noteId: number) {
  const note = await lockNote(tx, noteId);
  if (note.authorId !== context.session.userId) throw forbidden('Only its author can change this note.');
  refuseBilled(note);
  if (!isEditable(note.status)) {
    throw conflict('note_not_pending', 'This note is under review or was reviewed. It cannot be changed.');
  }
  return note;
}

/** Does nothing for a draft that no longer exists, belongs to another user, or may have been changed after the note was submitted. */
const deleteDraft = (tx: BusinessTransaction, context: MemberContext, { draftId, submittedAt }: Submission) =>
  draftId === null || submittedAt === null
    ? Promise.resolve(false)
    : deleteSubmittedDraft(tx, context, { draftId, submittedAt });
