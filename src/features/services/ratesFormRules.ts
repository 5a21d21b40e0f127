import { z } from 'zod';
import { optionalRateInput, ratesInput, type Rate } from './rateContract.ts';
import { sortRates } from './rateRules.ts';

/** A row of the form. */
export interface RateValues {
  /** Empty for the beginning. */
  from: string;
  /** Empty for none from that day on. */
  unitRate: string;
}

const EMPTY: RateValues = { from: '', unitRate: '' };

const typedRate = z
  .string()
  .transform((text): string | number | null => text.trim())
  .pipe(optionalRateInput);

/** The rows of the form as rates; one that is empty is none. */
export const ratesForm = z
  .array(z.object({ from: z.string(), unitRate: typedRate }))
  .transform((rows): z.input<typeof ratesInput> =>
    rows.flatMap(({ from, unitRate: rate }) =>
      from === '' && rate === null ? [] : [{ from: from || null, unitRate: rate }],
    ),
  )
  .pipe(ratesInput);

/** The rows of stored rates; an empty one without any. */
export const toRateValues = (rates: readonly Rate[] = []): RateValues[] =>
  rates.length === 0
    ? [EMPTY]
    : rates.map(({ from, unitRate }) => ({ from: from ?? '', unitRate: unitRate ?? '' }));

/** Returns whether both are the same rates, in any order. */
export const areSameRates = (some: readonly Rate[], others: readonly Rate[]): boolean =>
  toKey(some) === toKey(others);

const toKey = (rates: readonly Rate[]): string =>
  JSON.stringify(sortRates(rates).map(({ from, unitRate: rate }) => [from, rate]));
