import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page } from '#platform/contract/endpoint.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { byName } from '#features/people/server/reads.ts';
import { users } from '#features/people/server/tables.ts';
import type { timeEntry } from '#features/time/contract.ts';
import { listEmployeeTime, getEmployeeWithHours } from '#features/time/server/reads.ts';
import type { payrollWeek, personPayroll } from '#features/payroll/contract.ts';
import {
  addDays,
  startOfDay,
  dayInZone,
  getSummaryMonth,
  toMonthSpan,
  TREND_WEEKS,
  compareTrend,
  endOfWeek,
  startOfWeek,
  listWeeks,
} from '#features/payroll/rules.ts';
import { addWork, countUnapproved, hasTimeEntries, NO_WORK, workByPeriod } from './workReads.ts';
import type { Work } from './workReads.ts';

type Asked = { week?: string | undefined };
type PersonPayroll = z.output<typeof personPayroll>;

/** A week of all employees who are not inactive or worked in these weeks, by name. */
export function readPayrollWeek(context: MemberContext, asked: Asked): Promise<z.output<typeof payrollWeek>> {
  const period = periodOf(context, asked);
  return readInBusiness(context, async (tx) => {
    const [people, worked, unapproved] = await Promise.all([
      listEveryEmployee(tx, context),
      workIn(tx, context, { period }),
      countUnapproved(tx, context, boundsOf(period.week, period.timeZone)),
    ]);
    const rows = people
      .filter(({ id, status }) => status !== 'inactive' || worked.has(id))
      .map(({ id, department, status, ...names }) => ({
        employeeId: id,
        name: fullNameOf(names),
        department,
        status,
        ...comparison(worked.get(id)),
      }));
    const total = [...worked.values()].reduce<Worked | undefined>(
      (sum, one) => (sum ? addWorked(sum, one) : one),
      undefined,
    );
    return { ...period, total: comparison(total), unapproved, people: rows };
  });
}

export const readOwnPayroll = (context: MemberContext, asked: Asked): Promise<PersonPayroll> =>
  readEmployeePayroll(context, context.session.userId, asked);

/** @throws 403 for a colleague's hours when not a manager, 404 for who is not of the business */
export function readEmployeePayroll(
  context: MemberContext,
  employeeId: number,
  asked: Asked,
): Promise<PersonPayroll> {
  const period = periodOf(context, asked);
  return readInBusiness(context, async (tx) => {
    const [person, worked, hasEntries] = await Promise.all([
      getEmployeeWithHours(tx, context, employeeId),
      workIn(tx, context, { period, employeeId }),
      hasTimeEntries(tx, context, employeeId),
    ]);
    const compared = comparison(worked.get(employeeId));
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

/** The entries of a person's week, latest work first. */
export function listEmployeeWeek(
  context: MemberContext,
  employeeId: number,
  { week, ...page }: Asked & { limit: number; cursor?: string | undefined },
): Promise<Page<z.output<typeof timeEntry>>> {
  const { week: days, timeZone } = periodOf(context, { week });
  return listEmployeeTime(context, employeeId, { ...page, ...boundsOf(days, timeZone) });
}

/** When a week begins, and when the next one does. */
const boundsOf = ({ start }: { start: string }, timeZone: string) => ({
  from: startOfDay(start, timeZone),
  until: startOfDay(addDays(start, 7), timeZone),
});

/** Names the weeks and the month that an answer is about. */
function periodOf({ now, session }: MemberContext, { week }: Asked) {
  const { timeZone } = session;
  const today = dayInZone(now, timeZone);
  const start = startOfWeek(week ?? today);
  const before = addDays(start, -7);
  return {
    timeZone,
    week: { start, end: endOfWeek(start) },
    previous: { start: before, end: endOfWeek(before) },
    monthName: getSummaryMonth(start, today),
    weeks: listWeeks(start),
  };
}

type Period = ReturnType<typeof periodOf>;

interface Worked {
  weeks: Work[];
  month: Work;
}

/** What each person worked in the weeks and in the month; two statements, however many people and entries. */
async function workIn(
  tx: BusinessTransaction,
  context: MemberContext,
  { period, employeeId }: { period: Period; employeeId?: number },
): Promise<Map<number, Worked>> {
  const { timeZone, weeks, week, monthName } = period;
  const { from, until } = toMonthSpan(monthName);
  const begins = (days: string[]) => days.map((day) => startOfDay(day, timeZone));
  const [byWeek, ofMonth] = await Promise.all([
    workByPeriod(tx, context, { bounds: begins([...weeks, addDays(week.start, 7)]), employeeId }),
    workByPeriod(tx, context, { bounds: begins([from, until]), employeeId }),
  ]);
  const worked = new Map<number, Worked>();
  const of = (id: number): Worked => {
    const one = worked.get(id) ?? nothing();
    worked.set(id, one);
    return one;
  };
  for (const { employeeId: id, period: index, ...work } of byWeek) of(id).weeks[index] = work;
  for (const { employeeId: id, period: _, ...work } of ofMonth) of(id).month = work;
  return worked;
}

const addWorked = (one: Worked, other: Worked): Worked => ({
  weeks: one.weeks.map((work, index) => addWork(work, other.weeks[index] ?? NO_WORK)),
  month: addWork(one.month, other.month),
});

const nothing = (): Worked => ({ weeks: Array.from({ length: TREND_WEEKS }, () => NO_WORK), month: NO_WORK });

function comparison({ weeks, month }: Worked = nothing()) {
  const thisWeek = weeks.at(-1) ?? NO_WORK;
  const lastWeek = weeks.at(-2) ?? NO_WORK;
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
export const listEveryEmployee = (tx: BusinessTransaction, { businessId }: MemberContext) =>
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
    .where(eq(users.businessId, businessId))
    .orderBy(...byName);
