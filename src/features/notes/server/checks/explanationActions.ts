/** Guarded: explains checks of other authors' notes, and removes explanations. */

import { and, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { AuditDetails } from '#platform/server/audit/events.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, notFound } from '#platform/server/errors.ts';
import { atLockTime } from '#platform/server/lockTime.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { noteCheckCode, type checksContract, type NoteCheckCode } from '#features/notes/checkContract.ts';
import { isDecided, noteHeading } from '#features/notes/rules.ts';
import { lockNote, refuseOtherVersion } from '#features/notes/server/rowReads.ts';
import { listChecks, toCheck } from './reads.ts';
import { noteChecks } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'note.check_explained': ExplainedCheck & { reason: string };
    'note.check_explanation_removed': ExplainedCheck;
  }
}

type ExplainedCheck = { code: NoteCheckCode; version: number };

interface CheckAddress {
  id: number;
  code: string;
}

type Explanation = z.output<(typeof checksContract)['POST /api/notes/:id/checks/:code/explain']['body']>;

/**
 * Marks a check as explained, so that it no longer counts.
 * @throws as `lockUndecidedOfOther`; 404 without the check; 409 `version_changed`; 409 `check_changed` when other
 * notes cause it than the caller names
 */
export function explainCheck(
  request: MemberContext,
  { id, code: rawCode }: CheckAddress,
  { version, relatedNoteIds, reason }: Explanation,
) {
  const code = toCheckCode(rawCode);
  const { businessId, session } = request;
  return writeInBusiness(request, async (tx) => {
    const note = await lockUndecidedOfOther(tx, request, id);
    const context = atLockTime(request, note.updatedAt);
    refuseOtherVersion(note, version);
    const [explained] = await tx
      .update(noteChecks)
      .set({ explanation: reason, explainedBy: session.userId, explainedAt: context.now })
      .where(and(whereCheck(tx, { id, code }), whereCausedBy(relatedNoteIds)))
      .returning({ code: noteChecks.code });
    const check = (await listChecks(tx, businessId, id)).find((one) => one.code === code);
    if (!check || code === 'own_note') throw createNoSuchCheckError();
    if (!explained) throw createCheckChangedError();
    const details = { code, version: note.version, reason };
    record(tx, context, { note, type: 'note.check_explained', details });
    return toCheck(check);
  });
}

/** Removes an explanation. @throws as `lockUndecidedOfOther`; 404 without one */
export function removeExplanation(
  request: MemberContext,
  { id, code: rawCode }: CheckAddress,
): Promise<undefined> {
  const code = toCheckCode(rawCode);
  return writeInBusiness<undefined>(request, async (tx) => {
    const note = await lockUndecidedOfOther(tx, request, id);
    const context = atLockTime(request, note.updatedAt);
    const [removed] = await tx
      .update(noteChecks)
      .set({ explanation: null, explainedBy: null, explainedAt: null })
      .where(and(whereCheck(tx, { id, code }), isNotNull(noteChecks.explainedAt)))
      .returning({ code: noteChecks.code });
    if (!removed) throw notFound('This check has no explanation.');
    const details = { code, version: note.version };
    record(tx, context, { note, type: 'note.check_explanation_removed', details });
  });
}

/** @throws 404 for an unknown code */
function toCheckCode(code: string): NoteCheckCode {
  const { data } = noteCheckCode.safeParse(code);
  if (!data) throw createNoSuchCheckError();
  return data;
}

type LockedNote = Awaited<ReturnType<typeof lockNote>>;

type ExplanationEvent =
  | { type: 'note.check_explained'; details: AuditDetails['note.check_explained'] }
  | { type: 'note.check_explanation_removed'; details: AuditDetails['note.check_explanation_removed'] };

function record(
  tx: BusinessTransaction,
  context: MemberContext,
  { note, ...event }: ExplanationEvent & { note: LockedNote },
): void {
  recordAudit(tx, context, { ...event, id: note.id, label: noteHeading(note) });
  publishChange(tx, ['notes', 'audit']);
}

/** Locks a note that the caller did not write, also against a new version. @throws 403, 404, 409 `note_decided` */
async function lockUndecidedOfOther(tx: BusinessTransaction, { session }: MemberContext, noteId: number) {
  const note = await lockNote(tx, noteId);
  if (note.authorId === session.userId)
    throw forbidden("You can't explain checks on your own note. Ask another manager.");
  if (isDecided(note.status))
    throw conflict('note_decided', "This note has already been decided, so its checks can't be changed.");
  return note;
}

const whereCheck = (tx: BusinessTransaction, { id, code }: { id: number; code: NoteCheckCode }) =>
  and(tx.inTenant(noteChecks), eq(noteChecks.noteId, id), eq(noteChecks.code, code));

/** In the condition of the update, so that it holds for a row that the update has waited for. */
const whereCausedBy = (noteIds: readonly number[] | undefined) =>
  noteIds &&
  eq(
    noteChecks.relatedNoteIds,
    [...new Set(noteIds)].toSorted((a, b) => a - b),
  );

const createCheckChangedError = () =>
  conflict(
    'check_changed',
    'The notes that cause this check have changed since you opened it. Please read it again.',
  );

const createNoSuchCheckError = () => notFound('This note has no such check.');
