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

/**
 * The weeks by which overtime counts. When the first weekday changes, the old week and the new one overlap; the hours of
 * both belong to that one of them which gives more overtime (29 CFR 778.302).
 */
function listWorkweeks(minutes: DayMinutes, days: Week, { weekStarts, limit }: OvertimeRule): Week[] {
  const workweeks: Week[] = [];
  const overtimeOf = (weeks: Week[]) =>
    weeks.reduce((sum, week) => sum + Math.max(0, sumMinutes(minutes, week) - limit), 0);
  for (let week = getWeek(days.start, weekStarts); week.start <= days.end;) {
    const next = getNextWeek(week.end, weekStarts);
    if (!isShort(week)) {
      workweeks.push(week);
      week = next;
      continue;
    }
    const oldEnd = addDays(week.start, 6);
    const inOld = [
      { start: week.start, end: oldEnd },
      { start: addDays(oldEnd, 1), end: next.end },
    ];
    const inNew = [week, next];
    workweeks.push(...(overtimeOf(inOld) > overtimeOf(inNew) ? inOld : inNew));
    week = getNextWeek(next.end, weekStarts);
  }
  return workweeks;
}

/** The days of a week or another range, in order. */
export function listDays({ start, end }: Week): string[] {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The minutes of a range of days. */
export const sumMinutes = (minutes: DayMinutes, range: Week): number =>
  listDays(range).reduce((sum, day) => sum + (minutes.get(day) ?? 0), 0);
