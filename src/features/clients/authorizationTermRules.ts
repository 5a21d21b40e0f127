/** The terms of an authorization. */

import { compare } from '#platform/contract/decimals.ts';
import type { Rate } from '#features/services/rateContract.ts';

interface Terms {
  status: string;
  /** The key of its service. */
  category: string | null;
  startDate: string | null;
  expiryDate: string | null;
  unitsAuthorized: string | null;
  unitsPerWeek: string | null;
  unitsPerMonth: string | null;
  rates: Rate[];
}

/** Fields of a request; undefined is omitted. */
type Sent<T> = { [Key in keyof T]?: T[Key] | undefined };
/** Terms that need a service. */
const OF_SERVICE = ['unitsAuthorized', 'unitsPerWeek', 'unitsPerMonth'] as const;

/**
 * The first error in the terms, with its field; null if there is none.
 * @param input the fields of the request: a period that did not change may be an ended one
 */
export function findTermsProblem(
  terms: Sent<Terms>,
  input: Sent<Terms> = terms,
): { field: string; message: string } | null {
  const { startDate, expiryDate, unitsPerWeek, unitsPerMonth } = terms;
  // An authorization that was ended before its first day has an earlier end.
  const isPeriodSent =
    input.status !== 'expired' && (input.startDate !== undefined || input.expiryDate !== undefined);
  if (isPeriodSent && startDate && expiryDate && expiryDate < startDate)
    return { field: 'expiryDate', message: "The expiry date can't be before the start date" };
  if (unitsPerWeek && unitsPerMonth && compare(unitsPerWeek, unitsPerMonth) > 0)
    return { field: 'unitsPerWeek', message: "Units per week can't be more than units per month" };
  const used = OF_SERVICE.find((name) => terms[name] !== null && terms[name] !== undefined);
  const field = used ?? (terms.rates?.some(({ unitRate }) => unitRate !== null) ? 'unitRate' : undefined);
  return field && terms.category === null ? { field, message: 'Select a service first' } : null;
}

/** The last day of an authorization that ends: today at the latest. */
export const toEndDate = ({ expiryDate }: Pick<Terms, 'expiryDate'>, today: string): string =>
  expiryDate !== null && expiryDate < today ? expiryDate : today;

/** The end of an authorization with the status `expired`. */
export const toEnding = (
  terms: Pick<Terms, 'status' | 'expiryDate'>,
  today: string,
): { expiryDate?: string } => (terms.status === 'expired' ? { expiryDate: toEndDate(terms, today) } : {});
