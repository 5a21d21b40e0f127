/** What the checks and the verification of the signers use of a submission. */

import { isManager, type MemberContext } from '#platform/server/context.ts';
import { toServerTime } from '#features/notes/captureRules.ts';
import { toSubmissionTime } from '#features/notes/deviceClockRules.ts';
import type { SignedNote, NoteFacts } from '#features/notes/server/public.ts';
import { toUnitsChange } from '#features/notes/signedUnitsRules.ts';
import { REFUSAL_CHECKS } from './arrival.ts';
import type { Claim } from './signerActions.ts';
import type { Submission } from './submission.ts';
import type { SignedVersion } from './versionActions.ts';

/**
 * What the checks compare of the note.
 * @param note `submittedAt` of the first version when there is one already
 */
export const toFacts = (
  { session, now }: MemberContext,
  { columns, capture, start, end, day, midnight, signatures, trigrams }: Submission,
  { noteId, submittedAt = toSubmissionTime(capture, now) }: { noteId: number; submittedAt?: Date },
): NoteFacts => ({
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

export const toSignedNote = (
  { session }: MemberContext,
  { columns, submission: { capture }, signers, draw, reasons }: SignedVersion,
): SignedNote => ({
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
  unitChecks: draw.refusal ? [REFUSAL_CHECKS[draw.refusal.code]] : draw.checks,
  unitsChange: toUnitsChange(columns),
  signingChecks: [
    ...SIGNING_CHECKS.filter((code) => reasons.includes(code)),
    ...(columns.isClientSigned ? [] : ['unsigned' as const]),
  ],
});

export const toClaim = ({ columns, code, isSealed, capture, language }: Submission): Claim => ({
  clientId: columns.clientId,
  code,
  isSealed,
  isOffline: capture?.offline ?? false,
  begunAt: capture && isSealed ? toServerTime(capture.begunAt, capture) : null,
  language,
});
