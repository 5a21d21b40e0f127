/** How dates and numbers are usually written where a file comes from: a proposal, never a decision. Pure. */

import { regionOf } from '#platform/server/region.ts';
import type { DateOrder, DecimalSeparator } from '#features/imports/contract.ts';

export interface Conventions {
  dateOrder: DateOrder;
  /** Why, for the user. */
  dateReason: string;
  decimalSeparator: DecimalSeparator;
  decimalReason: string;
  /** True when a single comma or period before three digits is ambiguous. */
  asksForDecimals: boolean;
}

/** Hints from the numbers of the file. */
export interface FileHints {
  delimiter: string | null;
  hasDecimalCommas: boolean;
}

/** @param timeZone of the business, whose country is assumed to be that of the file */
export function findConventions({ delimiter, hasDecimalCommas }: FileHints, timeZone: string): Conventions {
  const region = regionOf(timeZone);
  const local = describeRegion(region);
  const country = region ? new Intl.DisplayNames('en-US', { type: 'region' }).of(region) : undefined;
  const inCountry =
    country && local.hasOrder
      ? `This is the usual format in ${withArticle(country)}`
      : 'This is the most common format';
  const hint = hasDecimalCommas ? 'The file has decimal commas' : 'The file is separated by semicolons';
  const isForeign = hasDecimalCommas || delimiter === ';';
  return {
    dateOrder: isForeign ? 'day-first' : local.dateOrder,
    dateReason: isForeign ? `${hint}, so the day usually comes first` : inCountry,
    decimalSeparator: isForeign ? 'comma' : local.decimalSeparator,
    decimalReason: isForeign ? hint : inCountry,
    asksForDecimals: isForeign || local.decimalSeparator === 'comma',
  };
}

/** By the main language of a region; the conventions of the United States without one. */
function describeRegion(region: string | null) {
  const locale = region ? `${new Intl.Locale(`und-${region}`).maximize().language}-${region}` : 'en-US';
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC', calendar: 'gregory' })
    .formatToParts(0)
    .map(({ type }) => type);
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  // Where the year usually comes first, dates that end with it follow no rule.
  const hasOrder = parts[0] !== 'year';
  const isMonthFirst = hasOrder && parts.indexOf('month') < parts.indexOf('day');
  return {
    hasOrder,
    dateOrder: isMonthFirst ? ('month-first' as const) : ('day-first' as const),
    decimalSeparator: decimal?.value === ',' ? ('comma' as const) : ('point' as const),
  };
}

const withArticle = (country: string): string =>
  /^(?:United|Philippines|Netherlands|Bahamas|Maldives|Dominican|Czech)|Islands/.test(country)
    ? `the ${country}`
    : country;
