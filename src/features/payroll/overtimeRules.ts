/** Overtime by week, after the Fair Labor Standards Act: https://www.ecfr.gov/current/title-29/part-778 */

import { addDays, listDays } from '#platform/contract/days.ts';
import {
  getNextWeek,
  getPreviousWeek,
  getWeek,
  isShortWeek,
  type Week,
  type WeekStart,
} from '#platform/contract/weeks.ts';

/** Minutes worked by day, in the time zone of the business. */
export type DayMinutes = ReadonlyMap<string, number>;

interface OvertimeRule {
  weekStarts: readonly WeekStart[];
  /** Minutes of a week that begins on a day after which work is overtime. */
  getLimit: (day: string) => number;
}

/** Weeks that share a limit: one, except around a change of the first weekday. */
export interface WeekGroup {
  weeks: readonly Week[];
  /** Minutes of a workweek after which its work is overtime. */
  limit: number;
}

/** The days whose minutes decide the overtime of a range: whole weeks, and those beside a change of the first weekday. */
export function getOvertimeDays(range: Week, weekStarts: readonly WeekStart[]): Week {
  let first = getWeek(range.start, weekStarts);
  for (let week = first; isShortWeek((week = getPreviousWeek(week.start, weekStarts)));) first = week;
  let last = getWeek(range.end, weekStarts);
  while (isShortWeek(last)) last = getNextWeek(last.end, weekStarts);
  return { start: first.start, end: last.end };
}

/** The weeks by which overtime counts, for all employees: those of the business, in groups. @param days of `getOvertimeDays` */
export function groupWeeks(days: Week, { weekStarts, getLimit }: OvertimeRule): WeekGroup[] {
  const groups: WeekGroup[] = [];
  let weeks: Week[] = [];
  for (
    let week = getWeek(days.start, weekStarts);
    week.start <= days.end;
    week = getNextWeek(week.end, weekStarts)
  ) {
    weeks.push(week);
    if (isShortWeek(week)) continue;
    groups.push({ weeks, limit: getLimit(weeks[0]?.start ?? week.start) });
    weeks = [];
  }
  return groups;
}

/**
 * The overtime of each day that has any, in minutes: what was worked after the limit of its week was reached. Each week
 * counts by itself (29 CFR 778.104).
 * @param minutes of the days of the groups
 */
export function listOvertime(minutes: DayMinutes, groups: readonly WeekGroup[]): Map<string, number> {
  const overtime = new Map<string, number>();
  for (const { weeks, limit } of groups) {
    for (const week of divideOverlap(minutes, weeks, limit)) {
      if (sumMinutes(minutes, week) <= limit) continue;
      let worked = 0;
      for (const day of listDays(week)) {
        const before = Math.max(0, worked - limit);
        worked += minutes.get(day) ?? 0;
        const added = Math.max(0, worked - limit) - before;
        if (added > 0) overtime.set(day, added);
      }
    }
  }
  return overtime;
}

/**
 * Divides short weeks and the whole week after them into the workweeks that give most overtime. A short week and the
 * ones after it overlap by the days that it lacks; the hours of these days belong to one of them, and the employee gets
 * the larger pay (29 CFR 778.302).
 */
function divideOverlap(minutes: DayMinutes, weeks: readonly Week[], limit: number): readonly Week[] {
  const [first] = weeks;
  const last = weeks.at(-1);
  if (!first || !last || first === last) return weeks;
  /** The best division of the remaining days, keyed by the first of them. */
  const best = new Map<string, { workweeks: Week[]; overtime: number }>();
  for (const start of listDays({ start: first.start, end: last.end }).toReversed()) {
    for (const end of listLastDays(start, weeks)) {
      const rest = best.get(addDays(end, 1)) ?? { workweeks: [], overtime: 0 };
      const overtime = Math.max(0, sumMinutes(minutes, { start, end }) - limit) + rest.overtime;
      // The weeks of the business come first, so that they win a tie.
      if (overtime > (best.get(start)?.overtime ?? -1))
        best.set(start, { workweeks: [{ start, end }, ...rest.workweeks], overtime });
    }
  }
  return best.get(first.start)?.workweeks ?? [];
}

/**
 * Lists the days on which a workweek that starts on `day` may end: the last day and the seventh day of each week that
 * includes it.
 */
const listLastDays = (day: string, weeks: readonly Week[]): string[] =>
  weeks
    .filter(({ start }) => start <= day)
    .toReversed()
    .flatMap(({ start, end }) => [end, addDays(start, 6)])
    .filter((last) => last >= day);

/** The minutes of a range of days. */
export function sumMinutes(minutes: DayMinutes, { start, end }: Week): number {
  let sum = 0;
  for (const [day, count] of minutes) if (start <= day && day <= end) sum += count;
  return sum;
}
