/** Regular and overtime minutes of the employees, by the days on which they worked. */

import type { Week, WeekStart } from '#platform/contract/weeks.ts';
import { createPause } from '#platform/server/slices.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOvertimeLimitOn, type OvertimeLimits } from '#features/businesses/overtimeLimitRules.ts';
import {
  getOvertimeDays,
  groupWeeks,
  listOvertime,
  sumMinutes,
  type DayMinutes,
} from '#features/payroll/overtimeRules.ts';
import { sumMinutesByDay } from './workReads.ts';

export interface OvertimeQuery {
  /** The first and last day. */
  range: Week;
  weekStarts: readonly WeekStart[];
  limits: OvertimeLimits;
  /** All employees when omitted. */
  employeeId?: number | undefined;
}

export interface PaidMinutes {
  regularMinutes: number;
  overtimeMinutes: number;
}

export const NO_MINUTES: PaidMinutes = { regularMinutes: 0, overtimeMinutes: 0 };

export const addPaidMinutes = (one: PaidMinutes, other: PaidMinutes): PaidMinutes => ({
  regularMinutes: one.regularMinutes + other.regularMinutes,
  overtimeMinutes: one.overtimeMinutes + other.overtimeMinutes,
});

/** Sums the minutes of an employee on some of the days of the query. */
export type SumPaidMinutes = (employeeId: number, days: Week) => PaidMinutes;

/** Reads the minutes of a range of days, with what else decides which of them are overtime. */
export const readPaidMinutes = async (
  tx: BusinessTransaction,
  query: OvertimeQuery,
): Promise<SumPaidMinutes> => dividePaidMinutes(await readMinutesByDay(tx, query), query);

type MinutesByDay = Awaited<ReturnType<typeof readMinutesByDay>>;

export const readMinutesByDay = (tx: BusinessTransaction, { range, weekStarts, employeeId }: OvertimeQuery) =>
  sumMinutesByDay(tx, { days: getOvertimeDays(range, weekStarts), employeeId });

/** Divides minutes into regular ones and overtime. */
export async function dividePaidMinutes(
  rows: MinutesByDay,
  { range, weekStarts, limits }: OvertimeQuery,
): Promise<SumPaidMinutes> {
  const getLimit = (day: string) => getOvertimeLimitOn(day, limits) * 60;
  const groups = groupWeeks(getOvertimeDays(range, weekStarts), { weekStarts, getLimit });
  const byEmployee = new Map<number, Map<string, number>>();
  for (const { employeeId, day, minutes } of rows) {
    const ofEmployee = byEmployee.get(employeeId) ?? new Map<string, number>();
    byEmployee.set(employeeId, ofEmployee.set(day, minutes));
  }
  const paid = new Map<number, { minutes: DayMinutes; overtime: DayMinutes }>();
  const pause = createPause();
  for (const [id, minutes] of byEmployee) {
    paid.set(id, { minutes, overtime: listOvertime(minutes, groups) });
    await pause();
  }
  return (id, part) => {
    const own = paid.get(id);
    if (!own) return NO_MINUTES;
    const overtimeMinutes = sumMinutes(own.overtime, part);
    return { regularMinutes: sumMinutes(own.minutes, part) - overtimeMinutes, overtimeMinutes };
  };
}
