/** Guarded: closed periods. Writes of notes and time lock the row shared, closing locks it exclusively (docs/decisions/037). */

import type { z } from 'zod';
import { dayInZone } from '#platform/contract/zone.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { conflict, forbidden, invalidField } from '#platform/server/errors.ts';
import { publishChange, writeInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { lockedThroughInput } from '#features/businesses/contract.ts';
import {
  closedPeriodMessage,
  formatPeriodDay,
  formatUndecided,
  isInClosedPeriod,
} from '#features/businesses/periodRules.ts';
import { getBusinessSettings } from './reads.ts';
import { periodLocks } from './tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'business.period_closed': PeriodChange & { undecided: number };
    'business.period_reopened': PeriodChange;
  }
}

type LockedThrough = z.output<typeof lockedThroughInput>;

type PeriodChange = {
  /** The last closed day; null when no period is closed. */
  lockedThrough: string | null;
  previousLockedThrough: string | null;
  reason: string | null;
};

/** The number of notes with a status, and its label. */
export interface UndecidedNotes {
  status: string;
  label: string;
  count: number;
}

/** Counts the notes without a decision and a work date up to a day, by status. */
export type CountUndecided = (tx: BusinessTransaction, through: string) => Promise<UndecidedNotes[]>;

/** Adds the lock of a new business. */
export async function insertPeriodLock(tx: BusinessTransaction, businessId: number): Promise<void> {
  await tx.insert(periodLocks).values({ businessId });
}

async function lock(tx: BusinessTransaction, strength: 'share' | 'update'): Promise<string | null> {
  // Sent when this is called, so that later statements of the same batch see what the lock has waited for.
  const [row] = await tx
    .select({ lockedThrough: periodLocks.lockedThrough })
    .from(periodLocks)
    .where(tx.inTenant(periodLocks))
    .for(strength)
    .execute();
  if (!row) throw new Error('The business has no period lock');
  return row.lockedThrough;
}

/**
 * Locks the closed period against changes until the transaction ends: the first lock of each write to a note or a time
 * entry. @returns the last closed day, or null
 */
export const lockPeriod = (tx: BusinessTransaction): Promise<string | null> => lock(tx, 'share');

/** Waits for the writes of notes and time entries in progress, and lets later ones wait until the transaction ends. */
export const lockPeriodExclusively = (tx: BusinessTransaction): Promise<string | null> => lock(tx, 'update');

/** @throws 409 `period_locked` when any of the work dates is in the closed period */
export function refuseClosedPeriod(
  lockedThrough: string | null,
  workDates: readonly string[],
  hint = 'Ask an admin to reopen it first.',
): void {
  if (lockedThrough === null || !workDates.some((day) => isInClosedPeriod(day, lockedThrough))) return;
  throw conflict('period_locked', `${closedPeriodMessage(lockedThrough)} ${hint}`);
}

/**
 * Closes the period through a date, or moves the date back.
 * @throws 400 at `date` or `reason`; 403 for a manager who moves it back; 409 `pending_notes` until they are confirmed,
 * or when there are more than were confirmed
 */
export function setLockedThrough(
  context: MemberContext,
  input: LockedThrough,
  countUndecided: CountUndecided,
) {
  const { date } = input;
  const reason = input.reason ?? null;
  const { businessId, session, now } = context;
  if (date !== null && date >= dayInZone(now, session.timeZone))
    throw invalidField('date', 'Choose a date before today');
  return writeInBusiness(context, async (tx) => {
    const before = await lockPeriodExclusively(tx);
    if (date === before) return getBusinessSettings(tx, context);
    const change = { lockedThrough: date, previousLockedThrough: before, reason };
    if (date !== null && (before === null || date > before)) {
      const undecided = await countUndecided(tx, date);
      if (sum(undecided) > countConfirmed(input)) refuseUndecided(undecided, date);
      const details = { ...change, undecided: sum(undecided) };
      recordAudit(tx, context, { type: 'business.period_closed', id: businessId, details });
    } else {
      if (session.role !== 'admin') throw forbidden('Only an admin can reopen a closed period.');
      if (reason === null) throw invalidField('reason', 'Enter a reason for reopening the period');
      recordAudit(tx, context, { type: 'business.period_reopened', id: businessId, details: change });
    }
    await tx.update(periodLocks).set({ lockedThrough: date }).where(tx.inTenant(periodLocks));
    publishChange(tx, ['business', 'notes', 'audit']);
    return getBusinessSettings(tx, context);
  });
}

const sum = (undecided: readonly UndecidedNotes[]) =>
  undecided.reduce((total, { count }) => total + count, 0);

const countConfirmed = ({ pendingConfirmed, pendingCount }: LockedThrough): number =>
  pendingCount ?? (pendingConfirmed ? Infinity : 0);

/** @throws 409 `pending_notes`, with an issue for each status */
function refuseUndecided(undecided: readonly UndecidedNotes[], date: string): never {
  const count = sum(undecided);
  const [notes, have] =
    count === 1 ? ['1 note with a work date', 'has'] : [`${count} notes with work dates`, 'have'];
  throw conflict(
    'pending_notes',
    `${notes} through ${formatPeriodDay(date)} ${have} no decision yet.`,
    undecided.map(({ status, label, count: of }) => ({ path: status, message: formatUndecided(label, of) })),
  );
}
