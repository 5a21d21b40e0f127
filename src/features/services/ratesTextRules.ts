/** Rates of several days in one cell of a spreadsheet, as exports write them. */

import type { Rate } from './rateContract.ts';

/** An example for hints. */
export const RATES_TEXT = '15.00; from 2026-07-01: 16.25';

const RATE = /^(?:from (?<from>\d{4}-\d{2}-\d{2}): )?(?<rate>\d+(?:\.\d+)?|none)$/;

/** The text of rates by their first day. */
export const formatRates = (rates: readonly Rate[]): string =>
  rates
    .map(({ from, unitRate }) => `${from === null ? '' : `from ${from}: `}${unitRate ?? 'none'}`)
    .join('; ');

/** The rates in a text such as `RATES_TEXT`, where 'none' ends a rate; null for another text, also for a rate without days. */
export function parseRates(text: string): Rate[] | null {
  const parts = text
    .toLowerCase()
    .split(';')
    .map((part) => RATE.exec(part.trim().replaceAll(/\s+/g, ' '))?.groups);
  const rates = parts.flatMap((part) =>
    part
      ? [{ from: part['from'] ?? null, unitRate: part['rate'] === 'none' ? null : (part['rate'] ?? null) }]
      : [],
  );
  const [first] = rates;
  if (!first || rates.length < parts.length) return null;
  return rates.length === 1 && first.from === null && first.unitRate !== null ? null : rates;
}
