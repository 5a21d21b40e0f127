/** Guarded: submits and resubmits notes, each in one transaction. */

import { getDayAt } from '#platform/contract/zoneDays.ts';
import { awaitAll } from '#platform/server/awaitAll.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { nextId } from '#platform/server/database/nextId.ts';
import { conflict, forbidden, notFound, sendingOnly } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { isInClosedPeriod } from '#features/businesses/periodRules.ts';
import { lockPeriod, refuseClosedPeriod } from '#features/businesses/server/periodActions.ts';
import type { UsageAlerts } from '#features/clients/server/accountReads.ts';
import { lockBalances } from '#features/clients/server/balanceActions.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';
import { readShared } from '#features/notes/server/checks/actions.ts';
import { lockChecks, lockChecksOfNote } from '#features/notes/server/checks/lockActions.ts';
import { readNeighbors } from '#features/notes/server/checks/neighborReads.ts';
import { isEditable, refuseReusedSignatures } from '#features/notes/server/public.ts';
import { findSignatures, lockNote, refuseBilled } from '#features/notes/server/rowReads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { getInactiveSince } from '#features/people/server/reads.ts';
import { getActiveService, getServiceByKey, type ServiceRow } from '#features/services/server/reads.ts';
import { reverseUnits } from '#features/units/server/actions.ts';
import {
  allocateUnits,
  readAccountState,
  toRefusal,
  type AccountState,
  type NoteAllocation,
} from './accounts/allocationReads.ts';
import { listSendBackReasons } from './arrival.ts';
import { findFirstArrival } from './captureActions.ts';
import { compareRules, refuseChangedRules, refuseUnsigned } from './signedRules.ts';
import { toComparedNote, toSignedVersion } from './signedVersion.ts';
import { NEVER, verifySigners, type Signers } from './signerActions.ts';
import { readSubmission, refuseFutureClock, type Submission } from './submission.ts';
import { storeVersion } from './versionActions.ts';
import { toNoteUnits } from './workSpan.ts';

/**
 * Submits a signed note: deducts the units, writes the time entry, and freezes the signed content.
 * A capture that arrives again answers its first note. The author of a note that is sent back gets a message.
 * @throws 400 at the field; 403 for a client who is not assigned, `sending_only` for what was not kept before the deactivation; 409 `capture_taken`, `client_inactive`, `period_locked`,
 * `rounding_changed`, `units_changed`, `time_zone_changed`, or as `getAllocation`; 429
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
    const first = await findFirstArrival(tx, context, submission);
    if (first) return first;
    if (context.session.isSendingOnly) await refuseLaterWork(tx, context, input);
    return submitFirstVersion(tx, context, { submission, sendUsageAlerts });
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

async function submitFirstVersion(
  tx: BusinessTransaction,
  request: MemberContext,
  { submission, sendUsageAlerts }: { submission: Submission; sendUsageAlerts: UsageAlerts },
) {
  const { businessId, session: zones } = request;
  const { columns: visit, claim } = submission;
  const { isOffline } = claim;
  const compared = toComparedNote(request, submission, { noteId: 0 });
  const servicePromise = (isOffline ? getServiceByKey : getActiveService)(tx, visit.category);
  // Counts a wrong code first, even if the service is invalid.
  servicePromise.catch(() => undefined);
  // Locked in this order: period, checks, client, balance.
  const { lockedThrough, signers, noteId, accounts, neighbors } = await awaitAll({
    lockedThrough: lockPeriod(tx),
    checks: lockChecks(tx, { ...compared, businessId, inks: [compared.clientInk] }),
    signers: verifySigners(tx, request, claim),
    noteId: nextId(tx, notes),
    balance: lockBalances(tx, [visit.clientId]),
    accounts: readAccountState(tx, { ...visit, businessId }),
    neighbors: readNeighbors(tx, businessId, compared),
  });
  if (!isOffline) refuseClosedPeriod(lockedThrough, [visit.workDate]);
  const isClosed = isInClosedPeriod(visit.workDate, lockedThrough);
  if (signers.archivedAt) neighbors.inactive.push({ start: signers.archivedAt, end: NEVER });
  const current = await servicePromise;
  if (!accounts) throw notFound('This client does not exist.');
  const { service, changes } = compareRules({ submission, service: current, accounts, zones });
  const allocation = await getAllocation(tx, request, { submission, signers, service, accounts });
  const { day } = compared;
  const arrival = { isOffline, isClosed, day, signers, neighbors, allocation, changes };
  const reasons = listSendBackReasons(arrival);
  const context = atLockTime(request);
  const parts = { noteId, version: 1, submission, signers, service, allocation, reasons };
  return storeVersion(tx, context, {
    signed: toSignedVersion(context, parts),
    compared: { ...compared, noteId },
    neighbors,
    settings: accounts.general,
    replaced: null,
    isClosed,
    sendUsageAlerts,
  });
}

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
    const { before, compared, signers, service } = locked;
    const { columns: visit } = submission;
    await lockBalances(tx, [before.clientId, visit.clientId]);
    const context = atLockTime(request, before.updatedAt);
    const replaced = { noteId, clientId: before.clientId, noteVersion: before.version };
    // Awaited, because the accounts have to include what returns.
    await reverseUnits(tx, context, { ...replaced, reason: 'Note resubmitted' });
    const { accounts, neighbors, shared } = await awaitAll({
      accounts: readAccountState(tx, { ...visit, businessId }),
      neighbors: readNeighbors(tx, businessId, compared),
      shared: readShared(tx, noteId),
    });
    if (!accounts) throw notFound('This client does not exist.');
    refuseUnsigned(submission, accounts);
    const allocation = await getAllocation(tx, context, { submission, signers, service, accounts, noteId });
    const version = before.version + 1;
    const parts = { noteId, version, submission, signers, service, allocation, reasons: [] };
    return storeVersion(tx, context, {
      signed: toSignedVersion(context, parts),
      compared,
      neighbors,
      settings: accounts.general,
      replaced: { note: before, shared },
      isClosed: false,
      sendUsageAlerts,
    });
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
  const submittedAt = stored ?? before.createdAt;
  const compared = toComparedNote(context, submission, { noteId, submittedAt });
  const [signers, signatures] = await Promise.all([
    verifySigners(tx, context, submission.claim),
    findSignatures(tx, before),
  ]);
  if (!signatures) throw new Error(`Version ${before.version} of note ${noteId} has no signatures`);
  refuseReusedSignatures(submission.signatures, signatures);
  const service = await servicePromise;
  refuseChangedRules({ submission, service, zones: context.session });
  return { before, compared, signers, service };
}

interface AllocationRequest {
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  accounts: AccountState;
  /** The note that is edited. */
  noteId?: number;
}

/** Allocates the units of the note; one that was written offline is stored in any case. @throws 409 `authorization_required`, `not_enough_units`, `cap_exceeded` */
async function getAllocation(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  { submission, signers, service, accounts, ...edited }: AllocationRequest,
): Promise<NoteAllocation> {
  const visit = { ...submission.columns, businessId };
  const units = toNoteUnits(visit, service);
  const allocation = await allocateUnits(tx, accounts, { visit, service, units, ...edited });
  const names = { serviceName: service.name, clientName: signers.clientContactName };
  const refusal = toRefusal(allocation, { visit, units, ...names });
  if (refusal && !submission.claim.isOffline) throw refusal;
  return allocation;
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
