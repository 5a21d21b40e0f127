/** Validates the input of an author before the transaction, and builds the columns of the note. */

import { FIRST_DAY } from '#platform/contract/days.ts';
import { getZoneOn } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { Capture } from '#features/notes/captureContract.ts';
import { toServerTime } from '#features/notes/captureRules.ts';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';
import { buildTitle, excerptOf } from '#features/notes/rules.ts';
import { toDaySpan, toPrefix, decodeSignatures } from '#features/notes/server/public.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';
import { isInFuture } from '#features/time/visitClockRules.ts';
import type { ChosenAccount } from './accounts/drawReads.ts';
import { openSealedCode } from './sealedCode.ts';
import type { Signers } from './signerActions.ts';
import { refuseImplausibleDate, toNoteUnits, toWorkSpan } from './workSpan.ts';

export type Submission = Awaited<ReturnType<typeof readSubmission>>;

/**
 * The validated submission: times in the zone they were signed in, minutes computed here, signatures decoded.
 * @throws 400 at the invalid field
 */
export async function readSubmission({ services, session, now }: MemberContext, input: SubmissionInput) {
  const { workDate, startTime, endTime, startOccurrence, endOccurrence } = input;
  const { timeZone = getZoneOn(workDate, session) } = input;
  refuseImplausibleDate(workDate, now);
  refuseEarlyClock(input);
  const capture = toCapture(input, now);
  const work = { workDate, startTime, endTime, startOccurrence, endOccurrence, timeZone };
  const { start, end, minutes, ...occurrences } = toWorkSpan(work);
  const day = toDaySpan(work);
  return {
    /** The columns that are stored and signed. */
    columns: {
      clientId: input.clientId,
      category: input.category,
      priority: input.priority,
      tags: input.tags,
      content: input.description,
      research: input.research,
      summary: input.summary,
      workDate,
      startTime,
      endTime,
      timeZone,
      ...occurrences,
      minutes,
      signedMinutes: input.signedMinutes ?? null,
      signedUnits: input.signedUnits ?? null,
      clock: input.clock ?? null,
    },
    /** When the request arrived with both signatures. */
    receivedAt: now,
    capture,
    signer: input.signer ?? null,
    dispute: input.dispute ?? null,
    language: input.language ?? null,
    /** Null for the automatic title. */
    title: input.title,
    /** Null when the client does not sign. */
    code:
      input.sealedCode === undefined
        ? (input.clientSignatureCode ?? null)
        : await openSealedCode(services, { ...input, sealedCode: input.sealedCode }),
    isSealed: input.sealedCode !== undefined,
    draftId: input.draftId ?? null,
    /** By the clock of the server; a note that was written offline arrives later. Null when it is not known. */
    submittedAt: toSubmittedAt(capture, now),
    start,
    end,
    day,
    midnight: day.end < end ? day.end : null,
    signatures: await decodeSignatures(input),
    /** The indexed hashes of the description. */
    trigrams: toPrefix(input.description),
  };
}

/** What the device recorded, with the time of the server; null without it. */
function toCapture({ capture }: SubmissionInput, now: Date): Capture | null {
  if (!capture) return null;
  const clockDifferenceMs = Date.parse(capture.deviceNow) - now.getTime();
  return { ...capture, receivedAt: now.toISOString(), clockDifferenceMs };
}

/** When a note was submitted; null for a moment that only a wrong clock measures. */
function toSubmittedAt(capture: Capture | null, now: Date): Date | null {
  if (!capture?.offline) return now;
  const submittedAt = toServerTime(capture.submittedAt, capture);
  return submittedAt > now || submittedAt < new Date(FIRST_DAY) ? null : submittedAt;
}

/** @throws 400 at `clock.startedAt` */
function refuseEarlyClock({ clock }: SubmissionInput): void {
  if (clock && clock.startedAt < FIRST_DAY)
    throw invalidField('clock.startedAt', 'The clock is too long ago');
}

/**
 * The clock of a device may be wrong: what was signed with it is not refused, and stays when the note is signed again.
 * @param stored what the visit clock measured by the version before
 * @throws 400 at `clock.endedAt`
 */
export function refuseFutureClock(
  { clock, capture }: SubmissionInput,
  now: Date,
  stored: ClockedTimes | null = null,
): void {
  if (!clock || capture || !isInFuture(new Date(clock.endedAt), now)) return;
  const isStored = stored && Date.parse(stored.endedAt) === Date.parse(clock.endedAt);
  if (!isStored) throw invalidField('clock.endedAt', 'The clock must not end in the future');
}

export type NoteColumns = ReturnType<typeof toNoteColumns>;

/** The columns of a note with a new version. */
export function toNoteColumns(
  { now, session }: MemberContext,
  { columns, capture, signer, title, signatures, dispute, receivedAt }: Submission,
  {
    signers,
    service,
    draw,
    version,
    reasons,
  }: {
    signers: Signers;
    service: ServiceRow;
    draw: ChosenAccount;
    version: number;
    /** Why the note is sent back. */
    reasons: readonly NoteCheckCode[];
  },
) {
  return {
    ...columns,
    version,
    timeUnitsUsed: toNoteUnits(columns, service),
    rounding: service.rounding,
    authorizationId: draw.authorizationId,
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
