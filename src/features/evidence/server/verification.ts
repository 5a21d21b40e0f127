/** Guarded: compares a note with what was signed, and its status with the audit log. */

import { parseObject } from '#platform/server/canonicalJson.ts';
import { excerptOf } from '#features/notes/rules.ts';
import {
  digestComment,
  digestFieldComments,
  isBillingSigned,
  digestOf,
  isUnchanged,
} from '#features/notes/server/public.ts';
import type { LoggedStep, StoredNote, StoredVersion } from './storedNoteReads.ts';

/** The current version; null when its row is missing. */
export const getCurrentVersion = ({ note, versions }: StoredNote): StoredVersion | null =>
  versions.find(({ version }) => version === note.version) ?? null;

/**
 * Describes what contradicts the signed versions; null when every version matches its signatures and its audit log
 * entry, and note, hours and units match the last version.
 */
export function findSignedFault(stored: StoredNote): string | null {
  const { note, versions, signatureCount } = stored;
  if (versions.length !== note.version)
    return `${note.version} versions were signed, ${versions.length} are stored`;
  if (signatureCount !== note.version)
    return `${note.version} versions were signed, ${signatureCount} have signatures`;
  for (const [index, version] of versions.entries()) {
    const fault = findVersionFault(stored, version, index + 1);
    if (fault !== null) return `version ${version.version}: ${fault}`;
  }
  return findRowFault(stored);
}

/** Describes what contradicts a version, whose number is given; null when it matches its signatures, log and ledger. */
export function findVersionFault(
  { note }: Pick<StoredNote, 'note'>,
  stored: StoredVersion,
  number: number,
): string | null {
  const { canonical, digest, signatures, logged, deducted } = stored;
  const frozen = parseObject(canonical);
  if (digestOf(canonical) !== digest || !frozen) return 'the frozen text has another digest';
  const key = [frozen['businessId'], frozen['noteId'], frozen['version'], stored.version];
  if (key.join() !== [note.businessId, note.id, number, number].join()) return 'the text is of another note';
  // Up to the fourth form a version had the time of its request.
  if ((frozen['recordedAt'] ?? frozen['employeeSignedAt']) !== stored.createdAt)
    return 'it was frozen at another time';
  if (!isBillingSigned(frozen, stored.billing))
    return 'its rate and authorization number are not those that were signed';
  if (!signatures) return 'the signatures are gone';
  for (const [name, value] of Object.entries(signatures)) {
    if (frozen[name] !== value) return `the ${SIGNATURES[name]} signature is not the one that was drawn`;
  }
  if (!logged || !isLogged(stored, parseObject(logged.payload), note.id))
    return 'the audit log does not name it';
  const isSentBack = listSendBackReasons(logged.payload).length > 0;
  if (isSentBack ? deducted !== null : !isDeducted(deducted, frozen))
    return 'the ledger took other units for it';
  return null;
}

/** Why a version was sent back when it arrived, by its audit log entry. */
function listSendBackReasons(payload: string): string[] {
  const { sentBack } = (parseObject(payload)?.['details'] ?? {}) as { sentBack?: string[] };
  return sentBack ?? [];
}

/** Compares the units in the ledger with those of the frozen text; 0 units have no row. */
function isDeducted(deducted: StoredVersion['deducted'], frozen: Record<string, unknown>): boolean {
  if (frozen['timeUnitsUsed'] === '0.00') return deducted === null;
  if (deducted === null) return false;
  const { authorizationId } = (frozen['account'] ?? { authorizationId: null }) as Record<string, unknown>;
  return (
    deducted.units === frozen['timeUnitsUsed'] &&
    deducted.clientId === frozen['clientId'] &&
    // An authorization without units of its own uses the general account.
    (deducted.authorizationId === null || deducted.authorizationId === authorizationId)
  );
}

const SIGNATURES: Record<string, string> = {
  employeeSignatureSha256: "employee's",
  clientSignatureSha256: "client's",
};

/** Matches the audit log entry with this version: same note, time and digest. */
function isLogged(stored: StoredVersion, payload: Record<string, unknown> | null, noteId: number): boolean {
  if (!payload) return false;
  const { digest, version } = (payload['details'] ?? {}) as Record<string, unknown>;
  return (
    payload['object'] === 'note' &&
    payload['objectId'] === noteId &&
    payload['at'] === stored.createdAt &&
    version === stored.version &&
    digest === stored.digest
  );
}

function findRowFault(stored: StoredNote): string | null {
  const { note, hours } = stored;
  const last = getCurrentVersion(stored);
  if (!hours) return 'the time entry is missing';
  if (!last?.signatures) return 'the last version is missing';
  const { id: noteId, businessId } = note;
  const { start, end } = hours;
  const reasons = last.logged === null ? [] : listSendBackReasons(last.logged.payload);
  if (note.unitsDrawn === reasons.length > 0) return 'its stored unit deduction does not match the audit log';
  // Notes of an earlier release have no stored reasons.
  if (note.sentBackFor.length > 0 && note.sentBackFor.join() !== reasons.join())
    return 'its stored send-back reasons do not match the audit log';
  const signed = { businessId, noteId, columns: note, start, end, signatures: last.signatures };
  if (!isUnchanged(last.canonical, signed)) return 'the note or its hours are not what was signed';
  const counted =
    hours.employeeId === note.authorId &&
    hours.clientId === note.clientId &&
    hours.description === note.title &&
    hours.minutes === note.minutes &&
    hours.workDate === note.workDate &&
    hours.timeZone === note.timeZone &&
    (hours.midnight === null || (hours.midnight > start && hours.midnight < end)) &&
    hours.timeUnits === note.timeUnitsUsed;
  if (!counted) return 'the time entry is not the one of the note';
  const isClientSigned = last.signatures.clientSignatureSha256 !== null;
  if (note.excerpt !== excerptOf(note.content) || note.isClientSigned !== isClientSigned)
    return 'lists show another note';
  return null;
}

/** The status after each logged action. A deletion does not change it. */
const STATUS_AFTER: Record<string, StoredNote['note']['status']> = {
  submitted: 'pending',
  resubmitted: 'pending',
  approved: 'resolved',
  denied: 'denied',
  held: 'in-review',
  resumed: 'pending',
  returned: 'in-progress',
  reopened: 'pending',
};
/** A reopened note has no decision until it is decided again. */
const DECISIONS = ['approved', 'denied', 'returned', 'reopened'];
const SIGNINGS = ['submitted', 'resubmitted'];

/** Describes how the note's state contradicts the audit log; null when they agree. */
export function findStateFault({ note, hours, steps }: StoredNote): string | null {
  const moves = steps.filter(({ action }) => action in STATUS_AFTER);
  if (note.createdAt.toISOString() !== moves[0]?.at) return 'the audit log has another time of submission';
  const lastMove = moves.at(-1);
  const status = lastMove?.details['sentBack'] ? 'in-progress' : STATUS_AFTER[lastMove?.action ?? ''];
  if (note.status !== status) return `it is ${note.status}, by the audit log ${status}`;
  const signings = steps.filter(({ action }) => SIGNINGS.includes(action));
  if (signings.length !== note.version) return `the audit log has ${signings.length} signings`;
  const lastSigned = steps.lastIndexOf(signings.at(-1) as LoggedStep);
  const decision = steps.slice(lastSigned).findLast(({ action }) => DECISIONS.includes(action));
  const verdict = decision?.action === 'reopened' ? undefined : decision;
  if (!isBy(verdict, note.reviewedBy, note.reviewedAt)) return 'the audit log has another review';
  if (digestComment(note.reviewComment) !== (verdict?.details['commentSha256'] ?? null)) {
    return 'the reviewer wrote another comment';
  }
  if (note.reviewReasonCode !== (verdict?.details['reasonCode'] ?? null)) return 'it has another reason code';
  if (digestFieldComments(note.fieldComments) !== (verdict?.details['fieldCommentsSha256'] ?? null)) {
    return 'the reviewer wrote other comments on fields';
  }
  // A new rate of the service or authorization may have replaced the one of the approval.
  const rated = verdict && steps.slice(steps.indexOf(verdict)).findLast(({ action }) => action === 'rated');
  const rate = verdict?.action === 'approved' ? ((rated ?? verdict).details['unitRate'] ?? null) : null;
  if (note.unitRate !== rate) return 'it has another rate than at its approval';
  const deletion = steps.findLast(({ action }) => action === 'deleted');
  if (!isBy(deletion, note.deletedBy, note.deletedAt)) return 'the audit log has another deletion';
  const closed = steps[lastSigned];
  const isArrivedClosed = ((closed?.details['sentBack'] ?? []) as string[]).includes('period_closed');
  const decided = verdict?.action === 'denied' ? verdict : note.status === 'resolved' ? undefined : deletion;
  const reversed = isArrivedClosed ? closed : decided;
  if ((hours?.reversedAt?.toISOString() ?? null) !== (reversed?.at ?? null)) {
    return 'its hours do not count as the audit log has it';
  }
  return null;
}

const isBy = (step: LoggedStep | undefined, who: number | null, at: Date | null): boolean =>
  (step?.actorId ?? null) === who && (step?.at ?? null) === (at?.toISOString() ?? null);
