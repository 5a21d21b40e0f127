/** Reads rates: one, or all with their first days as our exports have them. Pure. */

import { ratesInput } from '#features/services/rateContract.ts';
import { sortRates } from '#features/services/rateRules.ts';
import { formatRates, parseRates } from '#features/services/ratesTextRules.ts';
import { textOf, type ColumnCell, type ColumnReader, type ReadingContext } from './columnReader.ts';
import { readNumberColumn } from './numberColumn.ts';

export function readRateColumn(cells: readonly ColumnCell[], context: ReadingContext): ColumnReader {
  const single = cells.filter(({ cell }) => parseRates(textOf(cell)) === null);
  const numbers = readNumberColumn(single, context, false);
  return {
    ...numbers,
    read(cell) {
      const rates = parseRates(textOf(cell));
      if (!rates) return numbers.read(cell);
      const { data, error } = ratesInput.safeParse(rates);
      return data
        ? { value: formatRates(sortRates(data)) }
        : { message: error?.issues[0]?.message ?? 'Must be a number' };
    },
  };
}

/** Replaces the text of rates by day with the rates. */
export function readRates(values: Record<string, unknown>): Record<string, unknown> {
  const { unitRate, ...others } = values;
  const rates = typeof unitRate === 'string' ? parseRates(unitRate) : null;
  return rates ? { ...others, rates } : values;
}
