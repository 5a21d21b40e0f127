/** Guarded: updates the checks that two notes share: each lists the other. */

import { and, inArray } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { toLevel, type CheckDetail } from '#features/notes/checkRules.ts';
import { isDecided } from '#features/notes/rules.ts';
import { notes } from '#features/notes/server/tables.ts';
import { deleteChecks, upsertChecks, type StoredCheck } from './checkActions.ts';
import type { Neighbors } from './neighborReads.ts';
import { noteChecks } from './tables.ts';
import { isRepeated } from './textSimilarity.ts';

export const PAIR_CHECKS = ['author_overlap', 'client_overlap', 'signature_reused', 'text_repeated'] as const;
type PairCheck = (typeof PAIR_CHECKS)[number];

/** For each check the notes that share it with a note. */
export type Pairs = Record<PairCheck, number[]>;

export const NO_PAIRS: Pairs = {
  author_overlap: [],
  client_overlap: [],
  signature_reused: [],
  text_repeated: [],
};

/** The pairs of a note; descriptions are compared later, so that few texts are read. */
export const toPairs = ({ ofAuthor, ofClient, withInk, withText }: Neighbors): Pairs => ({
  author_overlap: ofAuthor,
  client_overlap: ofClient,
  signature_reused: withInk,
  text_repeated: withText,
});

/** A check of another note that has lost its last listed note. */
export interface UnlistedCheck {
  noteId: number;
  code: PairCheck;
}

/**
 * Changes the pairs of a note on both sides; a decided note stays as it is.
 * @param before as stored; @param after as found, with texts to compare
 * @returns the checks of other notes that were deleted: they may have causes beyond those that were listed
 */
export async function updatePairs(
  tx: BusinessTransaction,
  context: MemberContext,
  {
    noteId,
    allowTwoEmployees,
    ...pairs
  }: { noteId: number; allowTwoEmployees: boolean; before: Pairs; after: Pairs },
): Promise<UnlistedCheck[]> {
  const ids = [...new Set([...Object.values(pairs.before), ...Object.values(pairs.after)].flat())];
  if (ids.length === 0) return [];
  const [described, stored] = await readPaired(tx, [noteId, ...ids]);
  const byId = new Map(described.map((note) => [note.id, note]));
  const text = byId.get(noteId)?.content ?? '';
  const after: Pairs = {
    ...pairs.after,
    text_repeated: pairs.after.text_repeated.filter((id) => isRepeated(text, byId.get(id)?.content ?? '')),
  };
  const changes = PAIR_CHECKS.flatMap((code) => [
    { code, id: noteId, related: after[code].toSorted((a, b) => a - b) },
    ...[...new Set([...pairs.before[code], ...after[code]])].map((id) => {
      const others = stored.find((check) => check.noteId === id && check.code === code)?.relatedNoteIds ?? [];
      const related = others.filter((other) => other !== noteId);
      if (after[code].includes(id)) related.push(noteId);
      return { code, id, related: related.toSorted((a, b) => a - b) };
    }),
  ]).filter(({ id }) => isOpen(byId.get(id)));
  // A check describes its first note, which may share nothing with the note that changes.
  const unread = changes.flatMap(({ related }) => related.slice(0, 1)).filter((id) => !byId.has(id));
  if (unread.length > 0) for (const note of await readDescribed(tx, unread)) byId.set(note.id, note);
  const upserts = changes.flatMap(({ code, id, related }): StoredCheck[] => {
    const [note, other] = [byId.get(id), byId.get(related[0] ?? 0)];
    if (!note || !other) return [];
    const detail = toDetail(note, other);
    return [{ noteId: id, code, level: toLevel(code, allowTwoEmployees), relatedNoteIds: related, detail }];
  });
  const empty = changes
    .filter(({ related }) => related.length === 0)
    .map(({ code, id }) => ({ code, noteId: id }));
  await deleteChecks(tx, empty);
  await upsertChecks(tx, context, upserts);
  return empty.filter((check) => check.noteId !== noteId);
}

/** The notes with what their messages need, and their stored pairs. */
const readPaired = (tx: BusinessTransaction, ids: number[]) =>
  Promise.all([
    readDescribed(tx, ids),
    tx
      .select({ noteId: noteChecks.noteId, code: noteChecks.code, relatedNoteIds: noteChecks.relatedNoteIds })
      .from(noteChecks)
      .where(
        and(
          tx.inTenant(noteChecks),
          inArray(noteChecks.noteId, ids),
          inArray(noteChecks.code, [...PAIR_CHECKS]),
        ),
      ),
  ]);

const readDescribed = (tx: BusinessTransaction, ids: number[]) =>
  tx
    .select({
      id: notes.id,
      status: notes.status,
      deletedAt: notes.deletedAt,
      authorName: notes.authorName,
      clientName: notes.clientContactName,
      workDate: notes.workDate,
      startTime: notes.startTime,
      endTime: notes.endTime,
      startOccurrence: notes.startOccurrence,
      endOccurrence: notes.endOccurrence,
      content: notes.content,
    })
    .from(notes)
    .where(and(tx.inTenant(notes), inArray(notes.id, ids)));

type PairedNote = Awaited<ReturnType<typeof readDescribed>>[number];

const isOpen = (note: PairedNote | undefined): boolean =>
  note !== undefined && note.deletedAt === null && !isDecided(note.status);

const toDetail = (note: PairedNote, other: PairedNote): CheckDetail => ({
  authorName: note.authorName,
  clientName: note.clientName,
  day: note.workDate,
  otherAuthorName: other.authorName,
  otherClientName: other.clientName,
  otherDay: other.workDate,
  otherStart: other.startTime,
  otherEnd: other.endTime,
  ...(other.startOccurrence && { otherStartOccurrence: other.startOccurrence }),
  ...(other.endOccurrence && { otherEndOccurrence: other.endOccurrence }),
});
