/** Parses and formats the search parameters of a URL. Without zod, which the first load does not include. */

import { isDay } from '#platform/contract/days.ts';

/** Parses the query into text values; the last of a repeated key wins. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** Formats the query; omits undefined and empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return query ? `?${query}` : '';
}

/** The parameters before validation. */
export type RawSearch = Record<string, unknown>;

export const toText = (value: unknown, max = 200): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined;

export function toRowId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export const toOneOf =
  <const Value extends string>(...values: Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((one) => one === value);

export const toDay = (value: unknown): string | undefined =>
  typeof value === 'string' && isDay(value) ? value : undefined;

/** Makes every parameter optional, so that links name only those they set. */
export const optional = <Search extends object>(search: Search): Partial<Search> => search;
