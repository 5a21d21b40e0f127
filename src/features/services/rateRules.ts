/** Finds the rate of a day. Visits are billed at the rate of their work date. */

import type { Rate } from './rateContract.ts';

/** The rates by their first day. */
export const sortRates = (rates: readonly Rate[]): Rate[] =>
  rates.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));

/** The rate in force on a day: the last that begins until then. Null before the first one. @param rates by their day */
export const findRate = (rates: readonly Rate[], day: string): string | null =>
  rates.findLast(({ from }) => from === null || from <= day)?.unitRate ?? null;

/** The rates of a new service or authorization, whose only rate holds from the beginning. */
export const toFirstRates = (unitRate: string | null | undefined): Rate[] =>
  unitRate === null || unitRate === undefined ? [] : [{ from: null, unitRate }];

/** The rates after another one was entered that holds from `today`; the same rate changes nothing. */
export function changeRate(rates: readonly Rate[], unitRate: string | null, today: string): Rate[] {
  if (findRate(rates, today) === unitRate) return [...rates];
  return sortRates([...rates.filter(({ from }) => from !== today), { from: today, unitRate }]);
}
