/** Guarded: writes and reverses the time entry of a note, in the note's transaction, which has locked the closed period. */

import { and, eq, isNull } from 'drizzle-orm';
import type { Occurrence } from '#platform/contract/zone.ts';
import type { BusinessScope } from '#platform/server/context.ts';
import { invalid } from '#platform/server/errors.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { validateEntry, type DatedWork } from '#features/time/rules.ts';
import { timeEntries } from './tables.ts';

type Scope = Pick<BusinessScope, 'businessId' | 'now'>;

export interface Work extends DatedWork {
  noteId: number;
  clientId: number;
  employeeId: number;
  description: string;
  /** Exact decimal, `"9.00"`. */
  units: string;
  /** Actual minutes. */
  minutes: number;
  /** The zone under which the work was signed. */
  timeZone: string;
  startOccurrence: Occurrence | null;
  endOccurrence: Occurrence | null;
  /** Counted now; otherwise it is stored as reversed. */
  isCounted: boolean;
}

/**
 * Writes the time entry of a note, or replaces it and undoes its reversal, if it counts.
 * @throws 400 for more than 0 but less than 0.25 units, or without a description
 */
export async function recordTime(tx: BusinessTransaction, scope: Scope, work: Work): Promise<void> {
  const { noteId, clientId, employeeId, description, minutes, workDate, timeZone, midnight } = work;
  const mistake = validateEntry(work);
  if (mistake) throw invalid([mistake]);
  const entry = {
    clientId,
    employeeId,
    description,
    timeUnits: work.units,
    minutes,
    startTime: work.start,
    endTime: work.end,
    workDate,
    timeZone,
    midnight,
    startOccurrence: work.startOccurrence,
    endOccurrence: work.endOccurrence,
    reversedAt: work.isCounted ? null : scope.now,
  };
  await tx
    .insert(timeEntries)
    .values({ ...entry, businessId: scope.businessId, noteId, createdAt: scope.now })
    .onConflictDoUpdate({ target: [timeEntries.businessId, timeEntries.noteId], set: entry });
}

/** Excludes the time entry of a note from all sums; the row stays as history. Idempotent. */
export async function reverseTime(
  tx: BusinessTransaction,
  scope: Pick<Scope, 'now'>,
  noteId: number,
): Promise<void> {
  await tx
    .update(timeEntries)
    .set({ reversedAt: scope.now })
    .where(and(tx.inTenant(timeEntries), eq(timeEntries.noteId, noteId), isNull(timeEntries.reversedAt)));
}
