/** Guarded: updates the stored checks when their settings change. */

import { and, asc, eq, ne } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { UpdateChecks } from '#features/businesses/server/settingsActions.ts';
import { toLevel } from '#features/notes/checkRules.ts';
import { notes } from '#features/notes/server/tables.ts';
import { whereUndecided } from '#features/notes/server/undecidedReads.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { deleteChecks, upsertChecks } from './checkActions.ts';
import { findLateEntry } from './findings.ts';
import { updateLongDays } from './groupActions.ts';
import { firstSubmittedAt, isFingerprintOfNote } from './submissionReads.ts';
import { noteChecks, noteFingerprints } from './tables.ts';

/**
 * Brings the checks of the notes without a decision in line with new settings. The caller holds the period lock
 * exclusively, so that no note changes meanwhile.
 */
export const updateChecks: UpdateChecks = async (tx, context, { before, after }) => {
  const { lateEntryHours, longDayHours, allowTwoEmployees } = after;
  if (allowTwoEmployees !== before.allowTwoEmployees) await updateOverlapLevels(tx, allowTwoEmployees);
  const isLateChanged = lateEntryHours !== before.lateEntryHours;
  const isDayChanged = longDayHours !== before.longDayHours;
  if (!isLateChanged && !isDayChanged) return;
  for (const work of groupWork(await listUndecidedWork(tx))) {
    const [{ authorId }] = work;
    if (isLateChanged) await updateLateEntries(tx, context, { work, lateEntryHours });
    if (isDayChanged) await updateLongDays(tx, context, { authorId, work, longDayHours });
  }
};

async function updateOverlapLevels(tx: BusinessTransaction, allowTwoEmployees: boolean): Promise<void> {
  const level = toLevel('client_overlap', allowTwoEmployees);
  await tx
    .update(noteChecks)
    .set({ level })
    .from(notes)
    .where(
      and(
        tx.inTenant(noteChecks),
        eq(noteChecks.noteId, notes.id),
        eq(noteChecks.code, 'client_overlap'),
        ne(noteChecks.level, level),
        whereUndecided(tx),
      ),
    );
}

type Work = Awaited<ReturnType<typeof listUndecidedWork>>[number];

const listUndecidedWork = (tx: BusinessTransaction) =>
  tx
    .select({
      noteId: notes.id,
      authorId: notes.authorId,
      workDate: notes.workDate,
      submittedAt: firstSubmittedAt,
      end: timeEntries.endTime,
      midnight: timeEntries.midnight,
    })
    .from(notes)
    .innerJoin(timeEntries, and(tx.inTenant(timeEntries), eq(timeEntries.noteId, notes.id)))
    .leftJoin(noteFingerprints, isFingerprintOfNote(tx))
    .where(whereUndecided(tx))
    .orderBy(asc(notes.authorId), asc(notes.workDate));

/** By author and month, which bounds the rows and parameters of a statement. */
function groupWork(work: readonly Work[]): [Work, ...Work[]][] {
  const groups = new Map<string, [Work, ...Work[]]>();
  for (const one of work) {
    const key = `${one.authorId} ${one.workDate.slice(0, 7)}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
}

async function updateLateEntries(
  tx: BusinessTransaction,
  context: MemberContext,
  { work, lateEntryHours }: { work: readonly Work[]; lateEntryHours: number },
): Promise<void> {
  const code = 'late_entry' as const;
  const evaluated = work.map((one) => ({ noteId: one.noteId, detail: findLateEntry(one, lateEntryHours) }));
  await deleteChecks(
    tx,
    evaluated.filter(({ detail }) => detail === null).map(({ noteId }) => ({ noteId, code })),
  );
  const late = evaluated.flatMap(({ noteId, detail }) =>
    detail ? [{ noteId, code, level: toLevel(code, false), relatedNoteIds: [], detail }] : [],
  );
  await upsertChecks(tx, context, late);
}
