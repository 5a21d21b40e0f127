/** Reads the hours and billed units of employees by week and month. */

import type { z } from 'zod';
import { addDays } from '#platform/contract/days.ts';
import type { Page } from '#platform/contract/endpoint.ts';
import { getPreviousWeek, getWeek, listWeeks, type WeekStart } from '#platform/contract/weeks.ts';
import { dayInZone } from '#platform/contract/zone.ts';
import { getZoneOn, startOfZoneDay } from '#platform/contract/zoneDays.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getOvertimeLimitOn, type OvertimeLimits } from '#features/businesses/overtimeLimitRules.ts';
import { getOwnBusiness, listWeekStarts } from '#features/businesses/server/reads.ts';
import { hasOpenDispute } from '#features/notes/server/disputes/reads.ts';
import type { payrollWeek, personPayroll } from '#features/payroll/contract.ts';
import { getSummaryMonth, toMonth, TREND_WEEKS, compareTrend } from '#features/payroll/rules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { byName } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import type { timeEntry } from '#features/time/contract.ts';
import { listEmployeeTime, getEmployeeWithHours } from '#features/time/server/reads.ts';
import { findWeekExport } from './exportReads.ts';
import { addPaidMinutes, NO_MINUTES, readPaidMinutes, type PaidMinutes } from './overtimeReads.ts';
import {
  addWork,
  countUnapproved,
  hasTimeEntries,
  listDeniedWork,
  NO_WORK,
  sumByPeriod,
  type Work,
} from './workReads.ts';

type WeekQuery = { week?: string | undefined };
type PersonPayroll = z.output<typeof personPayroll>;

/** A week of all employees who are not inactive, or worked in these weeks, by name. */
export function readPayrollWeek(
  context: MemberContext,
  query: WeekQuery,
): Promise<z.output<typeof payrollWeek>> {
  return readInBusiness(context, async (tx) => {
    const { weekStarts, limits, ...period } = await readPeriod(tx, context, query);
    const { week } = period;
    const weekEnd = startOfZoneDay(addDays(week.end, 1), context.session);
    const [people, totals, unapproved, denied, exportedAt] = await Promise.all([
      listEveryEmployee(tx),
      sumWork(tx, { period, weekStarts, limits }),
      countUnapproved(tx, week),
      listDeniedWork(tx, { days: week }),
      findWeekExport(tx, week, weekEnd),
    ]);
    const rows = people
      .filter(({ id, status }) => status !== 'inactive' || totals.has(id))
      .map(({ id, department, status, ...names }) => ({
        employeeId: id,
        name: fullNameOf(names),
        department,
        status,
        ...compareWeeks(totals.get(id)),
      }));
    const total = [...totals.values()].reduce<Totals | undefined>(
      (sum, one) => (sum ? addTotals(sum, one) : one),
      undefined,
    );
    return {
      ...period,
      total: compareWeeks(total),
      unapproved,
      exportedAt,
      people: rows,
      denied: denied.map((entry) => ({ ...entry, name: fullNameOf(entry) })),
    };
  });
}

export const readOwnPayroll = (context: MemberContext, query: WeekQuery): Promise<PersonPayroll> =>
  readEmployeePayroll(context, context.session.userId, query);

/** @throws 403 for a colleague's hours when not a manager, 404 for a user of another business */
export function readEmployeePayroll(
  context: MemberContext,
  employeeId: number,
  query: WeekQuery,
): Promise<PersonPayroll> {
  return readInBusiness(context, async (tx) => {
    const { weekStarts, limits, ...period } = await readPeriod(tx, context, query);
    const [person, totals, hasEntries] = await Promise.all([
      getEmployeeWithHours(tx, context, employeeId),
      sumWork(tx, { period, weekStarts, limits, employeeId }),
      hasTimeEntries(tx, employeeId),
    ]);
    const compared = compareWeeks(totals.get(employeeId));
    const both = addWork(compared.thisWeek, compared.lastWeek);
    return {
      ...period,
      ...compared,
      employeeId,
      name: fullNameOf(person),
      averageMinutes: both.minutes / 2,
      totalUnits: both.units,
      hasEntries,
    };
  });
}

/** The entries of an employee's week, latest work first. */
export async function listEmployeeWeek(
  context: MemberContext,
  employeeId: number,
  { week, ...page }: WeekQuery & { limit: number; cursor?: string | undefined },
): Promise<Page<z.output<typeof timeEntry>>> {
  const read = (tx: BusinessTransaction) => readPeriod(tx, context, { week });
  const { week: days } = await readInBusiness(context, read);
  return listEmployeeTime(context, employeeId, { ...page, days, hasOpenDispute });
}

/** The weeks and the month of a response. */
async function readPeriod(
  tx: BusinessTransaction,
  { now, session, businessId }: MemberContext,
  query: WeekQuery,
) {
  const [weekStarts, limits] = await Promise.all([listWeekStarts(tx), getOwnBusiness(tx, businessId)]);
  const today = dayInZone(now, session.timeZone);
  const day = query.week ?? today;
  const week = getWeek(day, weekStarts);
  return {
    timeZone: getZoneOn(week.start, session),
    week,
    previous: getPreviousWeek(day, weekStarts),
    monthName: getSummaryMonth(week, today),
    overtimeAfterHours: getOvertimeLimitOn(week.start, limits),
    weeks: listWeeks(day, weekStarts, TREND_WEEKS),
    weekStarts,
    limits,
  };
}

type Period = Omit<Awaited<ReturnType<typeof readPeriod>>, 'weekStarts' | 'limits'>;

interface Totals {
  weeks: Work[];
  month: Work;
  /** Of the week, and of the one before. */
  paid: PaidMinutes;
  paidBefore: PaidMinutes;
}

/** Sums the work of each employee by week, and in the month: three statements for any number of employees. */
async function sumWork(
  tx: BusinessTransaction,
  {
    period,
    weekStarts,
    limits,
    employeeId,
  }: { period: Period; weekStarts: readonly WeekStart[]; limits: OvertimeLimits; employeeId?: number },
): Promise<Map<number, Totals>> {
  const { weeks, week, previous, monthName } = period;
  const month = toMonth(monthName);
  const range = { start: previous.start, end: week.end };
  const [byWeek, ofMonth, sumPaid] = await Promise.all([
    sumByPeriod(tx, { starts: weeks, end: week.end, employeeId }),
    sumByPeriod(tx, { starts: [month.start], end: month.end, employeeId }),
    readPaidMinutes(tx, { range, weekStarts, limits, employeeId }),
  ]);
  const totals = new Map<number, Totals>();
  const of = (id: number): Totals => {
    const row = totals.get(id) ?? noTotals();
    totals.set(id, row);
    return row;
  };
  for (const { employeeId: id, period: index, ...work } of byWeek) of(id).weeks[index] = work;
  for (const { employeeId: id, period: _, ...work } of ofMonth) of(id).month = work;
  for (const [id, own] of totals) {
    own.paid = sumPaid(id, week);
    own.paidBefore = sumPaid(id, previous);
  }
  return totals;
}

const addTotals = (one: Totals, other: Totals): Totals => ({
  weeks: one.weeks.map((work, index) => addWork(work, other.weeks[index] ?? NO_WORK)),
  month: addWork(one.month, other.month),
  paid: addPaidMinutes(one.paid, other.paid),
  paidBefore: addPaidMinutes(one.paidBefore, other.paidBefore),
});

const noTotals = (): Totals => ({
  weeks: Array.from({ length: TREND_WEEKS }, () => NO_WORK),
  month: NO_WORK,
  paid: NO_MINUTES,
  paidBefore: NO_MINUTES,
});

function compareWeeks({ weeks, month, paid, paidBefore }: Totals = noTotals()) {
  const thisWeek = { ...(weeks.at(-1) ?? NO_WORK), ...paid };
  const lastWeek = { ...(weeks.at(-2) ?? NO_WORK), ...paidBefore };
  return {
    thisWeek,
    lastWeek,
    changeMinutes: thisWeek.minutes - lastWeek.minutes,
    trend: compareTrend(thisWeek.minutes, lastWeek.minutes),
    month,
    weekMinutes: weeks.map(({ minutes }) => minutes),
  };
}

/** All users of the business, by name. */
export const listEveryEmployee = (tx: BusinessTransaction) =>
  tx
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      department: users.department,
      status: users.status,
    })
    .from(users)
    .where(tx.inTenant(users))
    .orderBy(...byName);
