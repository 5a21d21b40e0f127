/** Guarded: finds and stores the checks of a note, and changes those of the notes around it, in the transaction that causes them. */

import { and, eq } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { lockBalances } from '#features/clients/server/balanceActions.ts';
import { notes } from '#features/notes/server/tables.ts';
import type { DatedWork } from '#features/time/rules.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { upsertChecks, type StoredCheck } from './checkActions.ts';
import { toDaySpan, type CheckSettings, type ComparedNote } from './comparedNote.ts';
import { findOwnChecks, isLongDay, isPossibleBatch, type CheckedNote } from './findings.ts';
import { updateBatches, updateLongDays } from './groupActions.ts';
import { lockChecks } from './lockActions.ts';
import { readNeighbors, type Neighbors } from './neighborReads.ts';
import { NO_PAIRS, PAIR_CHECKS, toPairs, updatePairs, type Pairs } from './pairActions.ts';
import { firstSubmittedAt, isFingerprintOfNote } from './submissionReads.ts';
import { noteChecks, noteFingerprints } from './tables.ts';

/** Values that the replaced version of a note shared with other notes. */
export interface PreviousVersion {
  work: Pick<DatedWork, 'workDate' | 'midnight'>[];
  pairs: Pairs;
  inLongDay: boolean;
  inBatch: boolean;
}

interface NoteChecking {
  compared: ComparedNote;
  neighbors: Neighbors;
  settings: CheckSettings;
}

/** Stores what later notes are compared with, and the checks that depend on no other note. @returns these checks */
export async function writeOwnChecks(
  tx: BusinessTransaction,
  context: MemberContext,
  { compared, neighbors, settings, note }: NoteChecking & { note: CheckedNote },
): Promise<StoredCheck[]> {
  const { noteId, authorId, workDate, submittedAt, clientInk, trigrams } = compared;
  const { lateEntryHours } = settings;
  const checks = findOwnChecks(compared, neighbors, { note, lateEntryHours }).map((check) => ({
    noteId,
    ...check,
  }));
  const fingerprint = { authorId, workDate, clientInk, trigrams };
  await Promise.all([
    tx
      .insert(noteFingerprints)
      .values({ ...fingerprint, businessId: context.businessId, noteId, submittedAt })
      .onConflictDoUpdate({
        target: [noteFingerprints.businessId, noteFingerprints.noteId],
        set: fingerprint,
      }),
    upsertChecks(tx, context, checks),
  ]);
  return checks;
}

/**
 * Changes the checks that a note shares with others, on both sides; its row and time entry are stored already.
 * @param before of the version that it replaces, or of the note as it was decided
 * @returns whether any may have changed
 */
export async function updateSharedChecks(
  tx: BusinessTransaction,
  context: MemberContext,
  { compared, neighbors, settings, before }: NoteChecking & { before: PreviousVersion | null },
): Promise<boolean> {
  const { noteId, authorId, submittedAt } = compared;
  const { longDayHours, allowTwoEmployees } = settings;
  const pairs = { before: before?.pairs ?? NO_PAIRS, after: toPairs(neighbors) };
  const isLong = isLongDay(compared, neighbors, { longDayHours });
  const isBatch = isPossibleBatch(neighbors);
  const hasPairs = PAIR_CHECKS.some((code) => pairs.before[code].length + pairs.after[code].length > 0);
  const wasLong = before?.inLongDay ?? false;
  const wasBatch = before?.inBatch ?? false;
  if (hasPairs) await replacePairs(tx, context, { noteId, allowTwoEmployees, ...pairs });
  if (isLong || wasLong) {
    const work = [...(before?.work ?? []), compared];
    await updateLongDays(tx, context, { authorId, work, longDayHours });
  }
  if (isBatch || wasBatch) await updateBatches(tx, context, { authorId, submittedAt });
  return hasPairs || isLong || wasLong || isBatch || wasBatch;
}

/** Changes the pairs of a note; a check of another note that lists none then lists those beyond the limit. */
async function replacePairs(
  tx: BusinessTransaction,
  context: MemberContext,
  change: Parameters<typeof updatePairs>[2],
): Promise<void> {
  for (const { noteId, code } of await updatePairs(tx, context, change)) {
    // Its causes are of the same author, client or ink, which the caller has locked.
    const compared = await readComparedNote(tx, noteId);
    const related = toPairs(await readNeighbors(tx, context.businessId, compared))[code];
    const after = { ...NO_PAIRS, [code]: related };
    await updatePairs(tx, context, { ...change, noteId, before: NO_PAIRS, after });
  }
}

/** Reads what a stored note shares with others, before it changes. */
export async function readShared(tx: BusinessTransaction, noteId: number): Promise<PreviousVersion> {
  const [checks, work] = await Promise.all([
    tx
      .select({ code: noteChecks.code, relatedNoteIds: noteChecks.relatedNoteIds })
      .from(noteChecks)
      .where(and(tx.inTenant(noteChecks), eq(noteChecks.noteId, noteId))),
    tx
      .select({ workDate: timeEntries.workDate, midnight: timeEntries.midnight })
      .from(timeEntries)
      .where(and(tx.inTenant(timeEntries), eq(timeEntries.noteId, noteId))),
  ]);
  const has = (name: string) => checks.some(({ code }) => code === name);
  const related = (name: string) => checks.find(({ code }) => code === name)?.relatedNoteIds ?? [];
  return {
    work,
    pairs: {
      author_overlap: related('author_overlap'),
      client_overlap: related('client_overlap'),
      signature_reused: related('signature_reused'),
      text_repeated: related('text_repeated'),
    },
    inLongDay: has('author_long_day'),
    inBatch: has('batch_entry'),
  };
}

/** Deletes the checks of a version that is replaced, with their explanations. */
export async function deleteNoteChecks(tx: BusinessTransaction, noteId: number): Promise<void> {
  await tx
    .delete(noteChecks)
    .where(and(tx.inTenant(noteChecks), eq(noteChecks.noteId, noteId)))
    .execute();
}

/**
 * Removes a note that was denied or deleted from the checks of others; its own stay as they were. Call it after
 * `lockChecksOfNote` and after its units and hours are reversed.
 */
export async function removeFromChecks(
  tx: BusinessTransaction,
  context: MemberContext,
  { noteId, authorId }: { noteId: number; authorId: number },
): Promise<void> {
  const [before, settings, [removed]] = await Promise.all([
    readShared(tx, noteId),
    readCheckSettings(tx, context.businessId),
    tx
      .delete(noteFingerprints)
      .where(and(tx.inTenant(noteFingerprints), eq(noteFingerprints.noteId, noteId)))
      .returning({ submittedAt: noteFingerprints.submittedAt }),
  ]);
  const { longDayHours, allowTwoEmployees } = settings;
  await replacePairs(tx, context, { noteId, allowTwoEmployees, before: before.pairs, after: NO_PAIRS });
  if (before.inLongDay) await updateLongDays(tx, context, { authorId, work: before.work, longDayHours });
  if (before.inBatch && removed) await updateBatches(tx, context, { authorId, ...removed });
}

/**
 * Evaluates the checks again that a note shares with others, when it counts as undecided again: while it was decided,
 * later causes did not appear on it. Call it after the note has its new status, before balances are locked.
 */
export async function refreshChecks(tx: BusinessTransaction, context: MemberContext, noteId: number) {
  const { businessId } = context;
  const compared = await readComparedNote(tx, noteId);
  await lockChecks(tx, { businessId, authorId: compared.authorId, inks: [compared.clientInk] });
  await lockBalances(tx, [compared.clientId]);
  const [neighbors, settings, before] = await Promise.all([
    readNeighbors(tx, businessId, compared),
    readCheckSettings(tx, businessId),
    readShared(tx, noteId),
  ]);
  await updateSharedChecks(tx, context, { compared, neighbors, settings, before });
}

/** Reads the compared values of a stored note; one from before there were checks shares neither ink nor description. */
async function readComparedNote(tx: BusinessTransaction, noteId: number): Promise<ComparedNote> {
  const [row] = await tx
    .select({
      noteId: notes.id,
      authorId: notes.authorId,
      clientId: notes.clientId,
      workDate: timeEntries.workDate,
      timeZone: timeEntries.timeZone,
      start: timeEntries.startTime,
      end: timeEntries.endTime,
      midnight: timeEntries.midnight,
      submittedAt: firstSubmittedAt,
      clientInk: noteFingerprints.clientInk,
      trigrams: noteFingerprints.trigrams,
    })
    .from(notes)
    .innerJoin(timeEntries, and(tx.inTenant(timeEntries), eq(timeEntries.noteId, notes.id)))
    .leftJoin(noteFingerprints, isFingerprintOfNote(tx))
    .where(and(tx.inTenant(notes), eq(notes.id, noteId)));
  if (!row) throw new Error(`Note ${noteId} has no hours`);
  const { clientInk, trigrams, timeZone, ...note } = row;
  return {
    ...note,
    clientInk,
    trigrams: trigrams ?? [],
    day: toDaySpan({ ...note, timeZone }),
  };
}

async function readCheckSettings(tx: BusinessTransaction, businessId: number): Promise<CheckSettings> {
  const [row] = await tx
    .select({
      lateEntryHours: businesses.lateEntryHours,
      longDayHours: businesses.longDayHours,
      allowTwoEmployees: businesses.allowTwoEmployees,
    })
    .from(businesses)
    .where(eq(businesses.id, businessId));
  if (!row) throw new Error(`Business ${businessId} does not exist`);
  return row;
}
