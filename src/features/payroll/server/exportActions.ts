/** Hours as a file. Who took which file is written into the audit log in the transaction that read it. */
import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { isManager } from '#platform/server/context.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { invalidField } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { csvOf, xlsxOf } from '#platform/server/spreadsheet.ts';
import type { Sheet } from '#platform/server/spreadsheet.ts';
import { publishChange, writeInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { recordAudit } from '#platform/server/audit/record.ts';
import { clients } from '#features/clients/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { users } from '#features/people/server/tables.ts';
import { getEmployeeWithHours } from '#features/time/server/reads.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { MAX_EXPORT_ROWS } from '#features/payroll/contract.ts';
import type { payrollContract } from '#features/payroll/contract.ts';
import { addDays, startOfDay, startOfWeek } from '#features/payroll/rules.ts';
import { listEveryEmployee } from './reads.ts';
import { entriesSheet, peopleSheet } from './sheets.ts';
import { workByPeriod } from './workReads.ts';

declare module '#platform/server/audit/record.ts' {
  interface AuditDetails {
    'payroll.exported': Pick<Asked, 'kind' | 'format' | 'from' | 'to'> & { rows: number };
  }
}

type Asked = RequestOf<(typeof payrollContract)['GET /api/payroll/export']>['query'];

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * The hours of a range of days, by entry or by person and week; employees get their own.
 * @throws 400 for more rows than a file holds, 403 for a colleague's hours, 404 for who is not of the business
 */
export async function exportPayroll(context: MemberContext, asked: Asked): Promise<GeneratedFile> {
  const { kind, format, from, to } = asked;
  const employeeId = asked.employeeId ?? (isManager(context.session) ? undefined : context.session.userId);
  const sheet = await writeInBusiness(context, async (tx) => {
    if (employeeId !== undefined) await getEmployeeWithHours(tx, context, employeeId);
    const range = { from, to, employeeId };
    const made =
      kind === 'entries' ? await entriesIn(tx, context, range) : await peopleIn(tx, context, range);
    if (made.rows.length > MAX_EXPORT_ROWS) {
      throw invalidField('to', "That's more than 20,000 rows. Choose a shorter range.");
    }
    publishChange(tx, ['audit']);
    recordAudit(tx, context, {
      action: 'exported',
      object: 'payroll',
      objectId: employeeId ?? null,
      label: null,
      details: { kind, format, from, to, rows: made.rows.length },
    });
    return made;
  });
  const content = format === 'csv' ? csvOf(sheet) : await xlsxOf(sheet);
  return { name: `payroll-${kind}-${from}-to-${to}.${format}`, type: TYPES[format], content };
}

interface Range {
  from: string;
  /** The last day, included. */
  to: string;
  employeeId: number | undefined;
}

async function entriesIn(tx: BusinessTransaction, context: MemberContext, range: Range): Promise<Sheet> {
  const { businessId, session } = context;
  const { timeZone } = session;
  const { employeeId } = range;
  const rows = await tx
    .select({
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      clientName: clients.companyName,
      description: timeEntries.description,
      startTime: timeEntries.startTime,
      endTime: timeEntries.endTime,
      minutes: timeEntries.minutes,
      timeUnits: timeEntries.timeUnits,
      noteStatus: notes.status,
    })
    .from(timeEntries)
    .innerJoin(clients, and(eq(clients.businessId, businessId), eq(clients.id, timeEntries.clientId)))
    .innerJoin(users, and(eq(users.businessId, businessId), eq(users.id, timeEntries.employeeId)))
    .leftJoin(notes, and(eq(notes.businessId, businessId), eq(notes.id, timeEntries.noteId)))
    .where(
      and(
        eq(timeEntries.businessId, businessId),
        isNull(timeEntries.reversedAt),
        gte(timeEntries.startTime, startOfDay(range.from, timeZone)),
        lt(timeEntries.startTime, startOfDay(addDays(range.to, 1), timeZone)),
        employeeId === undefined ? undefined : eq(timeEntries.employeeId, employeeId),
      ),
    )
    .orderBy(asc(timeEntries.startTime), asc(timeEntries.id))
    .limit(MAX_EXPORT_ROWS + 1);
  return entriesSheet(rows, timeZone);
}

/** A row per person and pay week; the first and the last week may be cut by the range. */
async function peopleIn(tx: BusinessTransaction, context: MemberContext, range: Range): Promise<Sheet> {
  const { session } = context;
  const begins = [range.from];
  for (let week = addDays(startOfWeek(range.from), 7); week <= range.to; week = addDays(week, 7))
    begins.push(week);
  const days = [...begins, addDays(range.to, 1)];
  const bounds = days.map((day) => startOfDay(day, session.timeZone));
  const [people, work] = await Promise.all([
    listEveryEmployee(tx, context),
    workByPeriod(tx, context, { bounds, employeeId: range.employeeId }),
  ]);
  return peopleSheet(work, { people, days, timeZone: session.timeZone });
}
