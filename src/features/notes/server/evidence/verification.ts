/** Guarded: whether a note still is what was signed and its state follows from the audit log. Pure. */
import { objectIn } from '#platform/server/canonicalJson.ts';
import { sha256Hex } from '#platform/server/secrets.ts';
import { digestOf, isUnchanged } from '#features/notes/server/signing/canonicalNote.ts';
import type { LoggedStep, StoredNote, StoredVersion } from './storedNoteReads.ts';
import { excerptOf } from '#features/notes/server/submission/submission.ts';

/** The version that the note has now; null when its row is gone. */
export const getCurrentVersion = ({ note, versions }: StoredNote): StoredVersion | null =>
  versions.find(({ version }) => version === note.version) ?? null;

/**
 * What is wrong with what was signed, in words; null when every version, its signatures and its row of the log
 * belong together and the note, its hours and its units are those of the last one.
 */
export function findSignedFault(stored: StoredNote): string | null {
  const { note, versions, drawn } = stored;
  if (versions.length !== note.version)
    return `${note.version} versions were signed, ${versions.length} are kept`;
  if (drawn !== note.version) return `${note.version} versions were signed, ${drawn} have signatures`;
  for (const [index, version] of versions.entries()) {
    const fault = faultInVersion(stored, version, index + 1);
    if (fault !== null) return `version ${version.version}: ${fault}`;
  }
  return faultInRows(stored);
}

function faultInVersion({ note }: StoredNote, kept: StoredVersion, number: number): string | null {
  const { canonical, digest, signatures, logged, taken } = kept;
  const frozen = objectIn(canonical);
  if (digestOf(canonical) !== digest || !frozen) return 'the frozen text has another digest';
  const named = [frozen['businessId'], frozen['noteId'], frozen['version'], kept.version];
  if (named.join() !== [note.businessId, note.id, number, number].join())
    return 'the text is of another note';
  if (frozen['employeeSignedAt'] !== kept.createdAt) return 'it was frozen at another time';
  if (!signatures) return 'the signatures are gone';
  for (const [name, value] of Object.entries(signatures)) {
    if (frozen[name] !== value) return `the ${SIGNATURES[name]} signature is not the one that was drawn`;
  }
  if (!logged || !isLogged(kept, objectIn(logged.payload), note.id)) return 'the audit log does not name it';
  if (taken?.units !== frozen['timeUnitsUsed'] || taken?.clientId !== frozen['clientId']) {
    return 'the ledger took other units for it';
  }
  return null;
}

const SIGNATURES: Record<string, string> = {
  employeeSignatureSha256: "employee's",
  clientSignatureSha256: "client's",
};

/** Is the row of the log the one of this version: same note, moment and digest, as hashed into the chain? */
function isLogged(kept: StoredVersion, payload: Record<string, unknown> | null, noteId: number): boolean {
  if (!payload) return false;
  const { digest, version } = (payload['details'] ?? {}) as Record<string, unknown>;
  return (
    payload['object'] === 'note' &&
    payload['objectId'] === noteId &&
    payload['at'] === kept.createdAt &&
    version === kept.version &&
    digest === kept.digest
  );
}

function faultInRows(stored: StoredNote): string | null {
  const { note, hours } = stored;
  const last = getCurrentVersion(stored);
  if (!hours) return 'the time entry is gone';
  if (!last?.signatures) return 'the last version is gone';
  const { id: noteId, businessId } = note;
  const { start, end } = hours;
  const signed = { businessId, noteId, columns: note, start, end, signatures: last.signatures };
  if (!isUnchanged(last.canonical, signed)) return 'the note or its hours are not what was signed';
  const counted =
    hours.employeeId === note.authorId &&
    hours.clientId === note.clientId &&
    hours.description === note.title &&
    hours.minutes === note.minutes &&
    hours.timeUnits === note.timeUnitsUsed;
  if (!counted) return 'the time entry is not the one of the note';
  if (note.excerpt !== excerptOf(note.content) || !note.isClientSigned) return 'lists show another note';
  return null;
}

/** Where each step of the log leaves a note. A deletion leaves the status as it is. */
const STATUS_AFTER: Record<string, StoredNote['note']['status']> = {
  submitted: 'pending',
  resubmitted: 'pending',
  approved: 'resolved',
  denied: 'denied',
  held: 'in-review',
  resumed: 'pending',
  returned: 'in-progress',
};
const VERDICTS = ['approved', 'denied', 'returned'];
const SIGNINGS = ['submitted', 'resubmitted'];

/** Describes how the note's state contradicts the audit log; null when it follows from it. */
export function findStateFault({ note, hours, steps }: StoredNote): string | null {
  const moves = steps.filter(({ action }) => action in STATUS_AFTER);
  if (note.createdAt.toISOString() !== moves[0]?.at) return 'the audit log has another time of submission';
  const status = STATUS_AFTER[moves.at(-1)?.action ?? ''];
  if (note.status !== status) return `it is ${note.status}, by the audit log ${status}`;
  const signings = steps.filter(({ action }) => SIGNINGS.includes(action));
  if (signings.length !== note.version) return `the audit log has ${signings.length} signings`;
  const lastSigned = steps.lastIndexOf(signings.at(-1) as LoggedStep);
  const verdict = steps.slice(lastSigned).findLast(({ action }) => VERDICTS.includes(action));
  if (!isBy(verdict, note.reviewedBy, note.reviewedAt)) return 'the audit log has another review';
  if (digestComment(note.reviewComment) !== (verdict?.details['commentSha256'] ?? null)) {
    return 'the reviewer wrote another comment';
  }
  const deletion = steps.findLast(({ action }) => action === 'deleted');
  if (!isBy(deletion, note.deletedBy, note.deletedAt)) return 'the audit log has another deletion';
  const reversed = verdict?.action === 'denied' ? verdict : note.status === 'resolved' ? undefined : deletion;
  if ((hours?.reversedAt?.toISOString() ?? null) !== (reversed?.at ?? null)) {
    return 'its hours do not count as the audit log has it';
  }
  return null;
}

/** SHA-256 of what a reviewer wrote, hex: the log holds no text of people. */
export const digestComment = (comment: string | null): string | null =>
  comment === null ? null : sha256Hex(comment);

const isBy = (step: LoggedStep | undefined, who: number | null, at: Date | null): boolean =>
  (step?.actorId ?? null) === who && (step?.at ?? null) === (at?.toISOString() ?? null);
