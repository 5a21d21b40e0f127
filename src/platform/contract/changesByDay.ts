/** Settings that keep their earlier values with the day from which each holds. */

import { FIRST_DAY } from './days.ts';

/** The value that held on a day; undefined when there was no change. @param changes by date */
export const findChangeOn = <Change extends { from: string }>(
  day: string,
  changes: readonly Change[],
): Change | undefined => changes.findLast(({ from }) => from <= day);

/**
 * The changes of a setting with a new one, which replaces those from the same day on.
 * @param changes by date; empty while the value was never changed
 * @param current the value of a setting that was never changed
 */
export function addChange<Value extends object>(
  changes: readonly (Value & { from: string })[],
  current: Value,
  next: Value & { from: string },
): (Value & { from: string })[] {
  const stored = changes.length > 0 ? changes : [{ ...current, from: FIRST_DAY }];
  return [...stored.filter(({ from }) => from < next.from), next];
}
