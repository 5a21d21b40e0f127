/** Exports hours as files and records each export in the audit log. */

import { and, asc, eq, sql } from 'drizzle-orm';
import { addDays } from '#platform/contract/days.ts';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { getNextWeek } from '#platform/contract/weeks.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import type { Sheet } from '#platform/server/sheet.ts';
import { createPause } from '#platform/server/slices.ts';
import { csvOf, xlsxOf } from '#platform/server/spreadsheet.ts';
import {
  publishChange,
  readInBusiness,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { getOwnBusiness, listWeekStarts } from '#features/businesses/server/reads.ts';
import { clients } from '#features/clients/server/tables.ts';
import { whereUnitsDeducted } from '#features/notes/server/accounts/reads.ts';
import { whereDisputeOpen } from '#features/notes/server/disputes/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { MAX_EXPORT_ROWS, type payrollContract } from '#features/payroll/contract.ts';
import { users } from '#features/people/server/tables.ts';
import { getEmployeeWithHours } from '#features/time/server/reads.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { dividePaidMinutes, readMinutesByDay } from './overtimeReads.ts';
import { listEveryEmployee } from './reads.ts';
import { entriesSheet, peopleSheet } from './sheets.ts';
import { NO_WORK, sumByPeriod, sumOpenByPeriod, whereWork, type WorkKind } from './workReads.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'payroll.exported': Pick<ExportQuery, 'kind' | 'format' | 'from' | 'to'> & { rows: number };
  }
}

type ExportQuery = RequestOf<(typeof payrollContract)['GET /api/payroll/export']>['query'];

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Exports the hours of a range of days, by entry or by employee and week; employees get their own.
 * @throws 400 for more rows than a file holds, 403 for a colleague's hours, 404 for a user of another business
 */
export async function exportPayroll(context: MemberContext, query: ExportQuery): Promise<GeneratedFile> {
  const { kind, format, from, to } = query;
  const { services, session } = context;
  const employeeId = query.employeeId ?? (isManager(session) ? undefined : session.userId);
  if (employeeId !== undefined)
    await readInBusiness(context, (tx) => getEmployeeWithHours(tx, context, employeeId));
  const build = kind === 'entries' ? buildEntriesSheet : buildPeopleSheet;
  const { sheet, count } = await build(context, { from, to, employeeId });
  const content =
    format === 'csv'
      ? await csvOf(sheet)
      : await xlsxOf(sheet, (work) => services.turns.longFiles.run(session, work));
  await writeInBusiness(context, async (tx) => {
    publishChange(tx, ['audit', 'exports']);
    recordAudit(tx, context, {
      type: 'payroll.exported',
      id: employeeId ?? null,
      details: { kind, format, from, to, rows: count },
    });
  });
  return { name: `payroll-${kind}-${from}-to-${to}.${format}`, type: TYPES[format], content };
}

/** Entries that are read at once: as many as the server maps in less than 5 ms. */
const PART = 500;

interface Range {
  from: string;
  /** The last day, included. */
  to: string;
  employeeId: number | undefined;
}

interface CountedSheet {
  sheet: Sheet;
  /** Of its rows. */
  count: number;
}

/** @throws 400 at `to` */
function refuseTooMany(count: number): void {
  if (count > MAX_EXPORT_ROWS)
    throw invalidField('to', 'That’s more than 20,000 rows. Choose a shorter range.');
}

async function buildEntriesSheet(context: MemberContext, range: Range): Promise<CountedSheet> {
  const [ofCounted, ofDenied] = await readInBusiness(context, (tx) =>
    Promise.all([listEntryIds(tx, { range, kind: 'counted' }), listEntryIds(tx, { range, kind: 'denied' })]),
  );
  const count = ofCounted.length + ofDenied.length;
  refuseTooMany(count);
  const counted = await readEntries(context, ofCounted);
  const denied = await readEntries(context, ofDenied);
  return { sheet: entriesSheet({ counted, denied }), count };
}

const inOrder = [asc(timeEntries.startTime), asc(timeEntries.id)];

/** The ids of the entries of the range, oldest work first; one more than a file holds. */
const listEntryIds = (
  tx: BusinessTransaction,
  { range: { from, to, employeeId }, kind }: { range: Range; kind: WorkKind },
) =>
  tx
    .select({ id: timeEntries.id })
    .from(timeEntries)
    .where(whereWork(tx, { days: { start: from, end: to }, employeeId }, kind))
    .orderBy(...inOrder)
    .limit(MAX_EXPORT_ROWS + 1);

type Entry = Awaited<ReturnType<typeof readPart>>[number];

/**
 * Reads entries in parts, each in its transaction: the embedded database has one connection, which others need in between.
 * @param ids in order
 */
async function readEntries(context: MemberContext, ids: readonly { id: number }[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let first = 0; first < ids.length; first += PART) {
    const part = ids.slice(first, first + PART).map(({ id }) => id);
    entries.push(...(await readInBusiness(context, (tx) => readPart(tx, part))));
  }
  return entries;
}

function readPart(tx: BusinessTransaction, ids: readonly number[]) {
  return tx
    .select({
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      clientName: clients.companyName,
      description: timeEntries.description,
      startTime: timeEntries.startTime,
      endTime: timeEntries.endTime,
      timeZone: timeEntries.timeZone,
      minutes: timeEntries.minutes,
      timeUnits: timeEntries.timeUnits,
      noteStatus: notes.status,
      isDisputed: sql<boolean | null>`${whereDisputeOpen()}`,
      isDeducted: sql<boolean>`coalesce(${whereUnitsDeducted()}, true)`,
    })
    .from(timeEntries)
    .innerJoin(clients, and(tx.inTenant(clients), eq(clients.id, timeEntries.clientId)))
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, timeEntries.employeeId)))
    .leftJoin(notes, and(tx.inTenant(notes), eq(notes.id, timeEntries.noteId)))
    .where(and(tx.inTenant(timeEntries), sql`${timeEntries.id} = any (${`{${ids.join()}}`}::bigint[])`))
    .orderBy(...inOrder);
}

const keyOf = ({ employeeId, period }: { employeeId: number; period: number }) => `${employeeId} ${period}`;

/** A row for each employee and week; the range may cut the first and last week. */
async function buildPeopleSheet(context: MemberContext, range: Range): Promise<CountedSheet> {
  const { starts, people, sums, open, denied, minutes, overtime } = await readInBusiness(context, (tx) =>
    readPeople(tx, context, range),
  );
  const days = [...starts, addDays(range.to, 1)];
  const sumPaid = await dividePaidMinutes(minutes, overtime);
  const workByKey = new Map(sums.map((work) => [keyOf(work), work]));
  const openByKey = new Map(open.map((work) => [keyOf(work), work]));
  const pause = createPause();
  const counted = [];
  for (const { id } of people) {
    for (const [period, day] of starts.entries()) {
      const own = { employeeId: id, period };
      const work = workByKey.get(keyOf(own));
      const paid = sumPaid(id, { start: day, end: addDays(days[period + 1] ?? '', -1) });
      // Work that began in the week before has minutes without an entry.
      if (!work && paid.regularMinutes + paid.overtimeMinutes === 0) continue;
      const unapproved = openByKey.get(keyOf(own));
      counted.push({
        ...own,
        unapproved: 0,
        disputedUnits: '0.00',
        ...NO_WORK,
        ...paid,
        ...unapproved,
        ...work,
      });
    }
    await pause();
  }
  refuseTooMany(counted.length + denied.length);
  const sheet = peopleSheet({ counted, denied }, { people, days, zones: context.session });
  return { sheet, count: counted.length + denied.length };
}

/** Reads what the rows of employees and weeks need. */
async function readPeople(tx: BusinessTransaction, context: MemberContext, range: Range) {
  const { from, to, employeeId } = range;
  const [weekStarts, limits] = await Promise.all([
    listWeekStarts(tx),
    getOwnBusiness(tx, context.businessId),
  ]);
  const starts: string[] = [];
  for (let day = from; day <= to; day = getNextWeek(day, weekStarts).start) starts.push(day);
  const periods = { starts, end: to, employeeId };
  const overtime = { range: { start: from, end: to }, weekStarts, limits, employeeId };
  const [people, sums, open, denied, minutes] = await Promise.all([
    listEveryEmployee(tx),
    sumByPeriod(tx, periods),
    sumOpenByPeriod(tx, periods),
    sumByPeriod(tx, periods, 'denied'),
    readMinutesByDay(tx, overtime),
  ]);
  return { starts, people, sums, open, denied, minutes, overtime };
}
