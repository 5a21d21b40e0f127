/** Validates the input of an author, before the transaction. */

import { FIRST_DAY } from '#platform/contract/days.ts';
import { getZoneOn } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { Capture } from '#features/notes/captureContract.ts';
import { toServerTime } from '#features/notes/captureRules.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';
import { toDaySpan, toPrefix, decodeSignatures } from '#features/notes/server/public.ts';
import type { ClockedTimes } from '#features/time/visitClockContract.ts';
import { isInFuture } from '#features/time/visitClockRules.ts';
import { digestCapture } from './captureDigest.ts';
import { openSealedCode } from './sealedCode.ts';
import type { Claim } from './signerActions.ts';
import { refuseImplausibleDate, toWorkSpan } from './workSpan.ts';

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
    /** The rounding rule that was signed; earlier releases send none. */
    rounding: input.rounding,
    claim: await toClaim(services, input, capture),
    /** Null for a note that no device recorded. */
    captureKey:
      input.captureId === undefined
        ? null
        : { captureId: input.captureId, captureDigest: digestCapture(input) },
    receiptToken: input.receiptToken,
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

/** Adds the time of the server to the metadata of the device; null without it. */
function toCapture({ capture }: SubmissionInput, now: Date): Capture | null {
  if (!capture) return null;
  const clockDifferenceMs = Date.parse(capture.deviceNow) - now.getTime();
  return { ...capture, receivedAt: now.toISOString(), clockDifferenceMs };
}

/** Collects the claims of the signers. The code is null when the client does not sign. */
async function toClaim(
  services: MemberContext['services'],
  input: SubmissionInput,
  capture: Capture | null,
): Promise<Claim> {
  const { clientId, sealedCode, clientSignatureCode = null, language = null } = input;
  const isSealed = sealedCode !== undefined;
  return {
    clientId,
    code: isSealed ? await openSealedCode(services, { ...input, sealedCode }) : clientSignatureCode,
    isSealed,
    isOffline: capture?.offline ?? false,
    begunAt: capture && isSealed ? toServerTime(capture.begunAt, capture) : null,
    language,
  };
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
