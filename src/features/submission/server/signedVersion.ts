/** A version of a note that both signed, with what was found for it under the locks: the one shape of it until it is stored. */

import { isManager, type MemberContext } from '#platform/server/context.ts';
import { toServerTime } from '#features/notes/captureRules.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { toSubmissionTime } from '#features/notes/deviceClockRules.ts';
import { buildTitle, excerptOf } from '#features/notes/rules.ts';
import type { CheckedNote, ComparedNote } from '#features/notes/server/public.ts';
import { toUnitsChange } from '#features/notes/signedUnitsRules.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import type { NoteAllocation } from './accounts/allocationReads.ts';
import { REFUSAL_CHECKS } from './arrival.ts';
import type { Signers } from './signerActions.ts';
import type { Submission } from './submission.ts';
import { toNoteUnits } from './workSpan.ts';

interface VersionParts {
  noteId: number;
  /** 1 for the first one. */
  version: number;
  submission: Submission;
  signers: Signers;
  service: ServiceRow;
  allocation: NoteAllocation;
  /** Why the note is sent back. */
  reasons: NoteCheckCode[];
}

export type SignedVersion = ReturnType<typeof toSignedVersion>;

/** The version with the columns of its note. */
export const toSignedVersion = (context: MemberContext, parts: VersionParts) => ({
  ...parts,
  columns: toNoteColumns(context, parts),
});

function toNoteColumns(
  { now, session }: MemberContext,
  { version, submission, signers, service, allocation, reasons }: VersionParts,
) {
  const { columns, capture, signer, title, signatures, dispute, receivedAt } = submission;
  return {
    ...columns,
    version,
    timeUnitsUsed: toNoteUnits(columns, service),
    rounding: service.rounding,
    authorizationId: allocation.authorizationId,
    title: title ?? buildTitle({ ...columns, serviceName: service.name, clientName: signers.clientName }),
    excerpt: excerptOf(columns.content),
    status: reasons.length > 0 ? ('in-progress' as const) : ('pending' as const),
    unitsDrawn: reasons.length === 0,
    sentBackFor: [...reasons],
    clientName: signers.clientName,
    clientContactName: signers.clientContactName,
    authorId: session.userId,
    authorName: signers.authorName,
    authorDepartment: signers.authorDepartment,
    employeeSignedAt: receivedAt,
    clientSignedAt: signatures.clientPng && receivedAt,
    isClientSigned: signatures.clientPng !== null,
    ...(dispute && { isDisputed: true }),
    capture,
    signer,
    updatedAt: now,
  };
}

/**
 * Selects the values that the checks compare with other notes.
 * @param note `submittedAt` of the first version when there is one already
 */
export const toComparedNote = (
  { session, now }: MemberContext,
  { columns, capture, start, end, day, midnight, signatures, trigrams }: Submission,
  { noteId, submittedAt = toSubmissionTime(capture, now) }: { noteId: number; submittedAt?: Date },
): ComparedNote => ({
  noteId,
  submittedAt,
  authorId: session.userId,
  clientId: columns.clientId,
  workDate: columns.workDate,
  start,
  end,
  midnight,
  clientInk: signatures.clientInk,
  trigrams,
  day,
});

/** Reasons that no other check of the note states. */
const SIGNING_CHECKS = [
  'code_wrong_offline',
  'period_closed',
  'service_archived',
  'rounding_changed',
  'units_changed',
] as const;

/** Selects the values of the version itself that the checks use. */
export const toCheckedNote = (
  { session }: MemberContext,
  { columns, submission: { capture }, signers, allocation, reasons }: SignedVersion,
): CheckedNote => ({
  authorName: columns.authorName,
  clientName: columns.clientContactName,
  signedAt:
    columns.clientSignedAt && capture?.clientSignedAt
      ? toServerTime(capture.clientSignedAt, capture)
      : columns.clientSignedAt,
  capture,
  clock: columns.clock,
  timeZone: columns.timeZone,
  assignedAt: signers.assignedAt,
  byManager: isManager(session),
  unitChecks: allocation.refusal ? [REFUSAL_CHECKS[allocation.refusal.code]] : allocation.checks,
  unitsChange: toUnitsChange(columns),
  signingChecks: [
    ...SIGNING_CHECKS.filter((code) => reasons.includes(code)),
    ...(columns.isClientSigned ? [] : ['unsigned' as const]),
  ],
});
