/** Guarded: updates the checks that several notes of an author share: a long day, a batch. */

import { and, asc, between, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { addDays, listDays } from '#platform/contract/days.ts';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { isDecided } from '#features/notes/rules.ts';
import { notes } from '#features/notes/server/tables.ts';
import { getMinutesOn, type DatedWork } from '#features/time/rules.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { deleteChecks, upsertChecks } from './checkActions.ts';
import { listWorkDays } from './comparedNote.ts';
import { findBatch, findLongDays, type Finding } from './findings.ts';
import { BATCH_MS, MAX_RELATED } from './neighborReads.ts';
import { noteChecks, noteFingerprints } from './tables.ts';

type GroupCheck = 'author_long_day' | 'batch_entry';

const noteColumns = {
  status: notes.status,
  deletedAt: notes.deletedAt,
  authorName: notes.authorName,
  workDate: notes.workDate,
};

type GroupedNote = { noteId: number } & Pick<typeof notes.$inferSelect, keyof typeof noteColumns>;

interface LongDays {
  authorId: number;
  work: readonly Pick<DatedWork, 'workDate' | 'midnight'>[];
  longDayHours: number;
}

/** Evaluates the days of some work of an author again, on each undecided note of these days. */
export async function updateLongDays(
  tx: BusinessTransaction,
  context: MemberContext,
  { authorId, work, longDayHours }: LongDays,
): Promise<void> {
  const days = work.flatMap(listWorkDays).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  // Night shifts reach the days before and after; of these, the work of all their days counts.
  const range = { start: addDays(first, -1), end: addDays(last, 1) };
  const stored = await tx
    .select({
      noteId: notes.id,
      start: timeEntries.startTime,
      end: timeEntries.endTime,
      midnight: timeEntries.midnight,
      ...noteColumns,
    })
    .from(timeEntries)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        tx.inTenant(timeEntries),
        eq(timeEntries.employeeId, authorId),
        isNull(timeEntries.reversedAt),
        isNotNull(timeEntries.noteId),
        between(timeEntries.workDate, addDays(range.start, -1), range.end),
      ),
    )
    .orderBy(asc(timeEntries.startTime));
  const onDays = stored.filter((one) => days.some((day) => getMinutesOn(day, one) > 0));
  const longDays = findLongDays(stored, listDays(range), { longDayHours });
  const find = ({ noteId, authorName }: (typeof stored)[number]) => {
    const own = longDays.filter(({ noteIds }) => noteIds.includes(noteId));
    const [longest] = own;
    if (!longest) return null;
    const others = new Set(own.flatMap(({ noteIds }) => noteIds.slice(0, MAX_RELATED + 1)));
    others.delete(noteId);
    const detail = { authorName, day: longest.day, minutes: longest.minutes, hours: longDayHours };
    return { relatedNoteIds: [...others].sort((a, b) => a - b).slice(0, MAX_RELATED), detail };
  };
  await updateGroup(tx, context, { code: 'author_long_day', group: onDays, find });
}

/** Evaluates the notes again that an author submitted within ten minutes of a moment. */
export async function updateBatches(
  tx: BusinessTransaction,
  context: MemberContext,
  { authorId, submittedAt }: { authorId: number; submittedAt: Date },
): Promise<void> {
  const near = (ms: number): SQL =>
    between(
      noteFingerprints.submittedAt,
      new Date(submittedAt.getTime() - ms),
      new Date(submittedAt.getTime() + ms),
    );
  const submitted = await tx
    .select({ noteId: notes.id, submittedAt: noteFingerprints.submittedAt, ...noteColumns })
    .from(noteFingerprints)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, noteFingerprints.noteId)))
    .where(and(tx.inTenant(noteFingerprints), eq(noteFingerprints.authorId, authorId), near(2 * BATCH_MS)))
    .orderBy(desc(noteFingerprints.submittedAt))
    .limit(2 * MAX_RELATED);
  const affected = submitted.filter(
    (one) => Math.abs(one.submittedAt.getTime() - submittedAt.getTime()) <= BATCH_MS,
  );
  const find = ({ noteId, authorName }: (typeof submitted)[number]) => {
    const batch = findBatch(noteId, submitted);
    if (batch.length === 0) return null;
    const others = batch.map((one) => one.noteId).filter((id) => id !== noteId);
    const relatedNoteIds = others.sort((a, b) => a - b).slice(0, MAX_RELATED);
    return { relatedNoteIds, detail: { authorName, count: batch.length } };
  };
  await updateGroup(tx, context, { code: 'batch_entry', group: affected, find });
}

interface Group<Note> {
  code: GroupCheck;
  group: readonly Note[];
  find: (note: Note) => Pick<Finding, 'relatedNoteIds' | 'detail'> | null;
}

/** Stores what is found for each undecided note of a group, and deletes what is no longer found. */
async function updateGroup<Note extends GroupedNote>(
  tx: BusinessTransaction,
  context: MemberContext,
  { code, group, find }: Group<Note>,
): Promise<void> {
  const open = group.filter(({ status, deletedAt }) => deletedAt === null && !isDecided(status));
  if (open.length === 0) return;
  const stored = await listStored(
    tx,
    code,
    open.map(({ noteId }) => noteId),
  );
  const byId = new Map(stored.map((check) => [check.noteId, check]));
  const evaluated = open.map((note) => ({
    noteId: note.noteId,
    before: byId.get(note.noteId),
    after: find(note),
  }));
  const clear = evaluated.filter(({ before, after }) => before && !after);
  const changed = evaluated.flatMap(({ noteId, before, after }) =>
    after && !isDeepStrictEqual({ ...after, noteId }, before)
      ? [{ noteId, code, level: 'warning' as const, ...after }]
      : [],
  );
  await deleteChecks(
    tx,
    clear.map(({ noteId }) => ({ noteId, code })),
  );
  await upsertChecks(tx, context, changed);
}

const listStored = (tx: BusinessTransaction, code: GroupCheck, noteIds: number[]) =>
  tx
    .select({
      noteId: noteChecks.noteId,
      relatedNoteIds: noteChecks.relatedNoteIds,
      detail: noteChecks.detail,
    })
    .from(noteChecks)
    .where(and(tx.inTenant(noteChecks), eq(noteChecks.code, code), inArray(noteChecks.noteId, noteIds)));
