/** Overtime by week, after the Fair Labor Standards Act: https://www.ecfr.gov/current/title-29/part-778 */
import { addDays } from '#platform/contract/days.ts';
import {
  getNextWeek,
  getPreviousWeek,
  getWeek,
  type Week,
  type WeekStart,
} from '#platform/contract/weeks.ts';

/** Minutes worked by day, in the time zone of the business. */
export type DayMinutes = ReadonlyMap<string, number>;

interface OvertimeRule {
  weekStarts: readonly WeekStart[];
  /** Minutes of a week after which work is overtime. */
  limit: number;
}

/** A week that ends early because another weekday begins the next one. */
const isShort = ({ start, end }: Week): boolean => addDays(start, 6) > end;

/** The days whose minutes decide the overtime of a range: whole weeks, and those beside a change of the first weekday. */
export function getOvertimeDays(range: Week, weekStarts: readonly WeekStart[]): Week {
  let first = getWeek(range.start, weekStarts);
  for (let week = first; isShort((week = getPreviousWeek(week.start, weekStarts)));) first = week;
  let last = getWeek(range.end, weekStarts);
  while (isShort(last)) last = getNextWeek(last.end, weekStarts);
  return { start: first.start, end: last.end };
}

/**
 * The overtime of each day that has any, in minutes: what was worked after the limit of its week was reached. Each week
 * counts by itself (29 CFR 778.104).
 * @param minutes of the days of `getOvertimeDays`
 */
export function listOvertime(minutes: DayMinutes, days: Week, rule: OvertimeRule): Map<string, number> {
  const overtime = new Map<string, number>();
  for (const week of listWorkweeks(minutes, days, rule)) {
    let worked = 0;
    for (const day of listDays(week)) {
      const before = Math.max(0, worked - rule.limit);
      worked += minutes.get(day) ?? 0;
      const added = Math.max(0, worked - rule.limit) - before;
      if (added > 0) overtime.set(day, added);
    }
  }
  return overtime;
}

/** The weeks by which overtime counts: those of the business, except around a change of the first weekday. */
function listWorkweeks(minutes: DayMinutes, days: Week, { weekStarts, limit }: OvertimeRule): Week[] {
  const workweeks: Week[] = [];
  let overlapping: Week[] = [];
  for (
    let week = getWeek(days.start, weekStarts);
    week.start <= days.end;
    week = getNextWeek(week.end, weekStarts)
  ) {
    overlapping.push(week);
    if (isShort(week)) continue;
    workweeks.push(...divideOverlap(minutes, overlapping, limit));
    overlapping = [];
  }
  return workweeks;
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

/** The days of a week or another range, in order. */
export function listDays({ start, end }: Week): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The minutes of a range of days. */
export const sumMinutes = (minutes: DayMinutes, range: Week): number =>
  listDays(range).reduce((sum, day) => sum + (minutes.get(day) ?? 0), 0);
