/** The week start of a business, and its changes. */

import { addDays } from '#platform/contract/days.ts';
import { endOfWeek, startOfWeek, type WeekStart } from '#platform/contract/weeks.ts';

/** The newest week start: the one in effect, or the one of a planned change. */
export const latestWeekStart = (weekStarts: readonly WeekStart[]): number =>
  weekStarts.at(-1)?.weekStart ?? 0;

/** The change of the week start that is not in effect yet, if any. */
export const findPlannedWeekStart = (
  weekStarts: readonly WeekStart[],
  today: string,
): WeekStart | undefined => weekStarts.findLast(({ from }) => from > today);

/**
 * The week starts after a change, by date. It takes effect on the first such day after the week of `today`, so that
 * the days in between form a short week, and replaces a planned change whose short week has not begun. The same weekday
 * again moves no date.
 */
export function changeWeekStart(
  weekStarts: readonly WeekStart[],
  weekStart: number,
  today: string,
): readonly WeekStart[] {
  if (weekStart === latestWeekStart(weekStarts)) return weekStarts;
  const earlier = weekStarts.filter(({ from }) => from <= today);
  const next = weekStarts.find(({ from }) => from > today);
  const hasBegun = next !== undefined && next.from <= endOfWeek(today, earlier);
  const inEffect = hasBegun ? [...earlier, next] : earlier;
  if (weekStart === latestWeekStart(inEffect)) return inEffect;
  const lastDay = addDays(endOfWeek(today, inEffect), 7);
  const from = startOfWeek(lastDay, [{ from: today, weekStart }]);
  return [...inEffect, { from, weekStart }];
}
