import { z } from 'zod';
import { contract } from '#platform/contract/endpoint.ts';
import {
  byId,
  calendarDay,
  decimal,
  id,
  idInPath,
  instant,
  pageQuery,
  partQuery,
} from '#platform/contract/fields.ts';
import { personStatus } from '#platform/contract/personStatus.ts';
import { timeEntry } from '#features/time/contract.ts';
import { DAY_MESSAGE, validateRange } from './rules.ts';

/** A day of this century, which catches mistyped years. */
const payDay = calendarDay(DAY_MESSAGE);

/** Any day of the week; the current week when omitted. */
const ofWeek = z.object({ week: payDay.optional() });

/** Employees are paid by actual minutes, clients are billed by units. */
const work = z.object({
  minutes: z.int(),
  /** Of all entries. */
  units: decimal,
  /**
   * Units that can be billed, also before the approval: `units` without notes whose dispute has no answer, and without
   * notes that were sent back when they arrived.
   */
  billedUnits: decimal,
  entries: z.int(),
});

/**
 * A week of work. Regular and overtime minutes are those worked on its days, so a shift over the end of the week is
 * split between both weeks; `minutes` has all of it in the week in which it began. They count a minute of overlapping
 * entries once, `minutes` counts it for each of them.
 */
const workOfWeek = work.extend({ regularMinutes: z.int(), overtimeMinutes: z.int() });

/** The first and last day of a week, both included. */
const weekDays = z.object({ start: z.string(), end: z.string() });
const trend = z.enum(['up', 'down', 'same']);

const comparison = {
  thisWeek: workOfWeek,
  lastWeek: workOfWeek,
  /** The difference from the previous week. */
  changeMinutes: z.int(),
  trend,
  month: work,
  /** The minutes of each of `weeks`. */
  weekMinutes: z.array(z.int()),
};

const period = {
  timeZone: z.string(),
  week: weekDays,
  previous: weekDays,
  /** The month of the monthly summary, `YYYY-MM`. */
  monthName: z.string(),
  /** The hours of a week after which work is overtime. */
  overtimeAfterHours: z.int(),
  /** The first days of the trend's weeks, oldest first. */
  weeks: z.array(z.string()),
};

export const payrollWeek = z.object({
  ...period,
  total: z.object(comparison),
  /** Entries of the week whose note is not approved. */
  unapproved: z.int(),
  /** The last export of all employees' hours that covers the whole week, made after its end; null before it. */
  exportedAt: instant.nullable(),
  people: z.array(
    z.object({
      employeeId: id,
      name: z.string(),
      department: z.string().nullable(),
      status: personStatus,
      ...comparison,
    }),
  ),
  /** Work of denied notes, which is in no total: whether it is paid is for a manager to decide. */
  denied: z.array(
    z.object({
      noteId: id,
      /** Disputed by the client, without an answer. */
      disputed: z.boolean(),
      employeeId: id,
      name: z.string(),
      clientId: id,
      clientName: z.string(),
      workDate: z.string(),
      minutes: z.int(),
      /** The note cannot be opened any more. */
      isDeleted: z.boolean(),
    }),
  ),
});

export const personPayroll = z.object({
  ...period,
  ...comparison,
  employeeId: id,
  name: z.string(),
  /** The average minutes of both weeks. */
  averageMinutes: z.number(),
  /** The units of both weeks. */
  totalUnits: decimal,
  /** Set when the employee has any entry that is not reversed. */
  hasEntries: z.boolean(),
});

export const exportKind = z.enum(['entries', 'people']);
export const exportFormat = z.enum(['csv', 'xlsx']);

/** The largest number of rows of an export. */
export const MAX_EXPORT_ROWS = 20_000;

const exportQuery = z
  .object({
    kind: exportKind.default('entries'),
    format: exportFormat.default('csv'),
    from: payDay,
    to: payDay,
    employeeId: idInPath.optional(),
  })
  .superRefine(({ from, to }, check) => {
    const message = validateRange(from, to);
    if (message) check.addIssue({ code: 'custom', path: ['to'], message });
  });

export const payrollContract = contract({
  'GET /api/payroll/week': {
    access: 'manager',
    summary: "All employees' hours of a week, compared with the previous weeks",
    query: partQuery.extend(ofWeek.shape),
    parts: { fields: ['people', 'denied'] },
    response: payrollWeek,
    heavy: true,
  },
  'GET /api/payroll/my': {
    access: 'member',
    summary: 'Your own hours of a week, compared with the previous one',
    query: ofWeek,
    response: personPayroll,
  },
  'GET /api/employees/:id/payroll': {
    access: 'member',
    summary: "An employee's hours of a week: your own, or any employee's for managers",
    params: byId,
    query: ofWeek,
    response: personPayroll,
  },
  'GET /api/employees/:id/payroll/entries': {
    access: 'member',
    summary: "An employee's time entries of a week, latest work first",
    params: byId,
    query: pageQuery.extend(ofWeek.shape),
    paged: true,
    response: z.array(timeEntry),
  },
  'GET /api/payroll/export': {
    access: 'member',
    summary: 'The hours of a range of days as CSV or XLSX: your own, or all employees for managers',
    query: exportQuery,
    recorded: true,
    response: z.string(),
    raw: true,
    heavy: true,
  },
});
