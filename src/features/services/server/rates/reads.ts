import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import { todayOf } from '#platform/server/today.ts';
import type { Rate } from '#features/services/rateContract.ts';
import { changeRate, findRate, sortRates, toFirstRates } from '#features/services/rateRules.ts';

/** `findRate` in SQL. @param rates a jsonb column or parameter @param day a date column */
export const rateOn = (rates: SQLWrapper, day: SQLWrapper): SQL<string | null> => sql`(
  select (rate ->> 'unitRate')::numeric from jsonb_array_elements(${rates}) as rate
  where rate ->> 'from' is null or (rate ->> 'from')::date <= ${day}
  order by (rate ->> 'from')::date desc nulls last limit 1)`;

/** The fields of a request that set rates; undefined is omitted. */
interface RateFields {
  rates?: Rate[] | undefined;
  unitRate?: string | null | undefined;
}

/** The rates of a new service or authorization. @throws as `resolveRates` */
export const resolveFirstRates = (context: MemberContext, fields: RateFields): Rate[] =>
  fields.rates === undefined ? toFirstRates(fields.unitRate) : resolveRates(context, [], fields);

/**
 * The rates after a request: all of `rates`, or another one from today on by `unitRate`.
 * @throws 400 at `unitRate` when it is not the one that `rates` has today
 */
export function resolveRates(
  context: MemberContext,
  before: readonly Rate[],
  { rates, unitRate }: RateFields,
): Rate[] {
  const today = todayOf(context);
  if (rates === undefined) return unitRate === undefined ? [...before] : changeRate(before, unitRate, today);
  const sorted = sortRates(rates);
  if (unitRate !== undefined && unitRate !== findRate(sorted, today))
    throw invalidField('unitRate', 'rates and unitRate disagree. Send only one of them');
  return sorted;
}
