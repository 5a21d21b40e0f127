/** Guarded: stores a signed version of a note: its row, checks, units, time entry, signatures, frozen text and audit log. */

import { add } from '#platform/contract/decimals.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { awaitAll } from '#platform/server/awaitAll.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { publishChange, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { UsageAlerts } from '#features/clients/server/accountReads.ts';
import { notifyManagers, sendAuthorNotice } from '#features/mail/server/actions.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { noteHeading } from '#features/notes/rules.ts';
import {
  deleteNoteChecks,
  updateSharedChecks,
  writeOwnChecks,
  type PreviousVersion,
} from '#features/notes/server/checks/actions.ts';
import type { Neighbors } from '#features/notes/server/checks/neighborReads.ts';
import { listChecks } from '#features/notes/server/checks/reads.ts';
import { adjustNoteCounts } from '#features/notes/server/counterActions.ts';
import {
  canonicalNote,
  digestOf,
  digestsOf,
  NEWEST_FORM,
  buildBillingText,
  digestOfBilling,
  NO_DECISION,
  type Billing,
  type CheckSettings,
  type ComparedNote,
} from '#features/notes/server/public.ts';
import { toNote } from '#features/notes/server/reads.ts';
import { issueReceipt, revokeReceipts } from '#features/notes/server/receipts/actions.ts';
import { findReceipt } from '#features/notes/server/receipts/reads.ts';
import {
  freezeVersion,
  insertNote,
  insertSignatures,
  updateNote,
} from '#features/notes/server/recordActions.ts';
import { NOTE_TOPICS, type LockedNote } from '#features/notes/server/rowReads.ts';
import { indexNote } from '#features/notes/server/searchIndex/actions.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import { findRate } from '#features/services/rateRules.ts';
import { recordTime } from '#features/time/server/actions.ts';
import { deductUnits } from '#features/units/server/actions.ts';
import { writeClientSigning } from './clientSigningActions.ts';
import { deleteSubmittedDraft } from './drafts/actions.ts';
import { buildSentBackMessage, buildSentBackNotice } from './sentBackMessage.ts';
import { toCheckedNote, type SignedVersion } from './signedVersion.ts';
import type { Submission } from './submission.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.submitted': SignedDetails;
    'note.resubmitted': SignedDetails;
  }
}

interface SignedDetails {
  clientId: number;
  version: number;
  units: string;
  minutes: number;
  digest: string;
  /** Why it was sent back when it arrived; without units, and in a closed period without hours. */
  sentBack?: NoteCheckCode[];
}

interface StoredVersion {
  signed: SignedVersion;
  compared: ComparedNote;
  neighbors: Neighbors;
  settings: CheckSettings;
  /** The version before, and what it shared with other notes; null for the first one. */
  replaced: { note: LockedNote; shared: PreviousVersion } | null;
  /** Dated in the closed period. */
  isClosed: boolean;
  sendUsageAlerts: UsageAlerts;
}

/** Stores the first version of a note, or one that replaces another, and all that follows from it. @returns the note */
export async function storeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  { signed, compared, neighbors, settings, replaced, isClosed, sendUsageAlerts }: StoredVersion,
) {
  const { businessId } = context;
  const { noteId, columns, submission, service } = signed;
  const { authorId, clientId, status: to } = columns;
  adjustNoteCounts(tx, { businessId, authorId, ...(replaced && { from: replaced.note.status }), to });
  const checking = { compared, neighbors, settings };
  const { row, viewer, ownChecks, receipt } = await awaitAll({
    row: replaced
      ? updateNote(tx, noteId, { ...columns, ...NO_DECISION })
      : insertNote(tx, {
          ...columns,
          ...submission.captureKey,
          businessId,
          id: noteId,
          createdAt: context.now,
        }),
    viewer: readViewer(tx, context, [columns]),
    oldChecks: replaced && deleteNoteChecks(tx, noteId),
    ownChecks: writeOwnChecks(tx, context, { ...checking, note: toCheckedNote(context, signed) }),
    // The previous client still has the link.
    oldReceipt: replaced && replaced.note.clientId !== clientId && revokeReceipts(tx, context, noteId),
    receipt: replaced ? findReceipt(tx, context, noteId) : issueFirstReceipt(tx, context, signed),
    draft: deleteDraft(tx, context, submission),
    version: writeVersion(tx, context, { signed, sendUsageAlerts }),
    clientSigning: writeClientSigning(tx, context, signed),
  });
  const before = replaced?.shared ?? null;
  const isShared = await updateSharedChecks(tx, context, { ...checking, before });
  const checks = isShared ? await listChecks(tx, businessId, noteId) : ownChecks;
  publishChange(tx, NOTE_TOPICS);
  return toNote(viewer, { ...row, serviceName: service.name, reviewer: null, checks, isClosed, receipt });
}

const issueFirstReceipt = (
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, submission: { receiptToken: token }, signers: { recipient } }: SignedVersion,
) => (token === undefined ? null : issueReceipt(tx, context, { noteId, token, recipient }));

/**
 * Deducts the units, writes the time entry, freezes the version and updates the search index. Sends alerts about the
 * units; for a note that is sent back, its author gets a message instead.
 */
async function writeVersion(
  tx: BusinessTransaction,
  context: MemberContext,
  { signed, sendUsageAlerts }: Pick<StoredVersion, 'signed' | 'sendUsageAlerts'>,
): Promise<void> {
  const { businessId } = context;
  const { noteId, version, columns, submission, allocation, reasons } = signed;
  const { clientId, title, authorId, timeUnitsUsed: units, minutes, workDate, timeZone } = columns;
  const { start, end, midnight, signatures } = submission;
  const { startOccurrence, endOccurrence } = columns;
  const billing = buildBillingText(toBilling(signed));
  const canonical = toCanonical(context, signed, billing);
  const digest = digestOf(canonical);
  recordAudit(tx, context, {
    type: version === 1 ? 'note.submitted' : 'note.resubmitted',
    id: noteId,
    label: noteHeading(columns),
    details: { clientId, version, units, minutes, digest, ...(reasons.length > 0 && { sentBack: reasons }) },
  });
  freezeVersion(tx, context, { noteId, version, canonical, digest, billing });
  await Promise.all([
    columns.unitsDrawn &&
      deductUnits(tx, context, {
        noteId,
        noteVersion: version,
        clientId,
        accountId: allocation.accountId,
        units,
      }),
    insertSignatures(tx, { businessId, noteId, version, ...signatures }),
    recordTime(tx, context, {
      noteId,
      clientId,
      employeeId: authorId,
      description: title,
      units,
      minutes,
      start,
      end,
      workDate,
      timeZone,
      midnight,
      startOccurrence,
      endOccurrence,
      isCounted: !reasons.includes('period_closed'),
    }),
    indexNote(tx, { businessId, noteId }, columns),
  ]);
  if (reasons.length > 0) return notifySentBack(tx, context, signed);
  const { accountId, total, used } = allocation;
  const account = { clientId, authorizationId: accountId, total, used: add(used, units) };
  await sendUsageAlerts(tx, context, account);
}

/** Notifies the author, or the managers of one who cannot correct the note. */
async function notifySentBack(
  tx: BusinessTransaction,
  context: MemberContext,
  signed: SignedVersion,
): Promise<void> {
  const { noteId } = signed;
  if (context.session.isSendingOnly)
    await notifyManagers(tx, context, { noteId, ...buildSentBackNotice(signed) });
  else await sendAuthorNotice(tx, context, { noteId, ...buildSentBackMessage(signed) });
}

function toCanonical(
  { businessId, ip, userAgent, now }: MemberContext,
  { noteId, columns, submission, signers, service, allocation }: SignedVersion,
  billing: string,
): string {
  const { start, end, signatures } = submission;
  return canonicalNote(
    { businessId, noteId, columns, start, end, signatures: digestsOf(signatures) },
    {
      form: NEWEST_FORM,
      timeZone: columns.timeZone,
      unitRate: null,
      billingSha256: digestOfBilling(billing),
      recordedAt: now.toISOString(),
      ip,
      userAgent,
      passwordIssuedAt: signers.passwordIssuedAt?.toISOString() ?? null,
      service: { name: service.name, code: service.code },
      account: { authorizationId: allocation.authorization?.id ?? null },
    },
  );
}

/** The rate of the work date and the payer's reference, as they are signed. */
const toBilling = ({ columns: { workDate }, allocation, service, signers }: SignedVersion): Billing => ({
  unitRate:
    findRate(allocation.authorization?.rates ?? [], workDate) ??
    findRate(service.rates, workDate) ??
    signers.unitRate,
  reference: allocation.authorization?.reference ?? null,
});

/** Does nothing for a draft that no longer exists, belongs to another user, or may have been changed after the note was submitted. */
const deleteDraft = (tx: BusinessTransaction, context: MemberContext, { draftId, submittedAt }: Submission) =>
  draftId === null || submittedAt === null
    ? Promise.resolve(false)
    : deleteSubmittedDraft(tx, context, { draftId, submittedAt });
