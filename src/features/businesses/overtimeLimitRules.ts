/** The overtime limit of a business, and its changes. */

import { addChange, findChangeOn } from '#platform/contract/changesByDay.ts';
import {
  getNextWeek,
  getPreviousWeek,
  getWeek,
  isShortWeek,
  type WeekStart,
} from '#platform/contract/weeks.ts';

/** From the day `from` on, work of a week after `hours` is overtime. */
export interface OvertimeLimit {
  from: string;
  hours: number;
}

export interface OvertimeLimits {
  /** The newest limit. */
  overtimeAfterHours: number;
  /** By date; empty while the limit was never changed. */
  overtimeLimits: readonly OvertimeLimit[];
}

/** The limit of the weeks from a day on, in hours. */
export const getOvertimeLimitOn = (
  day: string,
  { overtimeAfterHours, overtimeLimits }: OvertimeLimits,
): number => findChangeOn(day, overtimeLimits)?.hours ?? overtimeAfterHours;

interface ChangeDates {
  hasNotes: boolean;
  today: string;
  weekStarts: readonly WeekStart[];
  /** The last day of the closed period; null when none is closed. */
  lockedThrough: string | null;
}

/**
 * The first day of a changed limit: of the current week, or of the first one after it that has no closed day and whose
 * overtime counts by itself, not together with a short week before it.
 */
export function getLimitStart({ today, weekStarts, lockedThrough }: Omit<ChangeDates, 'hasNotes'>): string {
  let week = getWeek(today, weekStarts);
  const isBound = () =>
    (lockedThrough !== null && week.start <= lockedThrough) ||
    isShortWeek(getPreviousWeek(week.start, weekStarts));
  while (isBound()) week = getNextWeek(week.end, weekStarts);
  return week.start;
}

/** The limits after a change; without any note it holds for all weeks. The same limit again moves no date. */
export function changeOvertimeLimit(
  limits: OvertimeLimits,
  hours: number,
  dates: ChangeDates,
): readonly OvertimeLimit[] {
  const { overtimeAfterHours, overtimeLimits } = limits;
  if (hours === overtimeAfterHours) return overtimeLimits;
  if (!dates.hasNotes) return [];
  return addChange(overtimeLimits, { hours: overtimeAfterHours }, { from: getLimitStart(dates), hours });
}
