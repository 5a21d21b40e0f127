/** Reads notes: the filters and columns of lists, and one note with its permissions. */

import { and, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import { AppError, forbidden, notFound } from '#platform/server/errors.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { todayOf } from '#platform/server/today.ts';
import { periodLocks } from '#features/businesses/server/tables.ts';
import type { note, noteRow, NoteStatus } from '#features/notes/contract.ts';
import type { ReceiptLink } from '#features/notes/receiptLinkContract.ts';
import { LEGACY_CATEGORIES } from '#features/notes/rules.ts';
import { describeSentBack } from '#features/notes/sentBackRules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { getServiceByKey } from '#features/services/server/reads.ts';
import { services } from '#features/services/server/tables.ts';
import { listOverlaps } from '#features/time/server/reads.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import { rateOfNote } from './billing/reads.ts';
import { listChecks, toChecks, type CheckRow } from './checks/reads.ts';
import { listDisputes } from './disputes/reads.ts';
import { canSee, noteRights } from './policy.ts';
import { findReceipt } from './receipts/reads.ts';
import { whereNote, whereNoteWithEvidence, type Tenant } from './rowReads.ts';
import { toDataUrl } from './signing/signatures.ts';
import { notes, noteSignatures } from './tables.ts';
import { readViewer, type Reviewer, type Viewer } from './viewerReads.ts';

export { readViewer } from './viewerReads.ts';

type NoteRow = typeof notes.$inferSelect;

/** Filters of a list; an omitted filter matches every note. */
export interface NoteFilters {
  status?: NoteStatus | undefined;
  category?: string | undefined;
  clientId?: number | undefined;
  authorId?: number | undefined;
  /** First and last day of work. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

/** The notes that match the filters and are not deleted. */
export function whereNotes(tenant: Tenant, filters: NoteFilters): SQL | undefined {
  const { status, category, clientId, authorId, dateFrom, dateTo } = filters;
  return and(
    tenant.inTenant(notes),
    isNull(notes.deletedAt),
    status && eq(notes.status, status),
    category === undefined ? undefined : eq(notes.category, category),
    clientId === undefined ? undefined : eq(notes.clientId, clientId),
    authorId === undefined ? undefined : eq(notes.authorId, authorId),
    dateFrom === undefined ? undefined : gte(notes.workDate, dateFrom),
    dateTo === undefined ? undefined : lte(notes.workDate, dateTo),
  );
}

/** @throws 400 at `category` when a filter names no service of the business */
export async function refuseUnknownService(
  tx: BusinessTransaction,
  { category }: NoteFilters,
): Promise<void> {
  if (category !== undefined && !LEGACY_CATEGORIES.includes(category)) await getServiceByKey(tx, category);
}

/** The tenant of a prepared query; the business is a parameter of each execution. */
export const preparedTenant: Tenant = {
  inTenant: ({ businessId }) => eq(businessId, placeholder<number>('businessId')),
};

/** The sort order of lists of notes. */
export const newestNotes = { at: notes.createdAt, id: notes.id };

const service = alias(services, 'service');
const lock = alias(periodLocks, 'lock');

/** The current name of the note's service; the query selects from `notes`. */
export const serviceName = (tenant: Tenant) => sql<string>`(
  select service.name from ${services} as service
  where ${tenant.inTenant(service)} and service.key = notes.category)`;

/** Compares the work date with the closed period of the business; the query selects from `notes`. */
export const isClosed = (tenant: Tenant) => sql<boolean>`exists (
  select from ${periodLocks} as lock
  where ${tenant.inTenant(lock)} and notes.work_date <= lock.locked_through)`;

/** The columns of a list row that come from its note. */
export const ownNoteColumns = {
  id: notes.id,
  title: notes.title,
  content: notes.excerpt,
  category: notes.category,
  priority: notes.priority,
  status: notes.status,
  clientId: notes.clientId,
  clientName: notes.clientName,
  clientContactName: notes.clientContactName,
  authorId: notes.authorId,
  authorName: notes.authorName,
  authorDepartment: notes.authorDepartment,
  timeUnitsUsed: notes.timeUnitsUsed,
  rounding: notes.rounding,
  authorizationId: notes.authorizationId,
  unitRate: notes.unitRate,
  minutes: notes.minutes,
  signedMinutes: notes.signedMinutes,
  signedUnits: notes.signedUnits,
  workDate: notes.workDate,
  startTime: notes.startTime,
  endTime: notes.endTime,
  startOccurrence: notes.startOccurrence,
  endOccurrence: notes.endOccurrence,
  isClientSigned: notes.isClientSigned,
  disputed: notes.isDisputed,
  isBilled: notes.isBilled,
  version: notes.version,
  reviewComment: notes.reviewComment,
  reviewReasonCode: notes.reviewReasonCode,
  sentBackFor: notes.sentBackFor,
  fieldComments: notes.fieldComments,
  createdAt: notes.createdAt,
  updatedAt: notes.updatedAt,
};

/** The columns of a list row. Subqueries name the business themselves (docs/decisions/047). */
export const noteRowColumns = (tenant: Tenant) => ({
  ...ownNoteColumns,
  serviceName: serviceName(tenant),
  isClosed: isClosed(tenant),
});

/** A list row as it is read. */
export type ListRow = Omit<z.output<typeof noteRow>, 'can' | 'sentBackFor'> &
  Pick<NoteRow, 'sentBackFor' | 'signedMinutes' | 'signedUnits'> & { isClosed: boolean };

/** Adds the caller's permissions to a list row. */
export const toNoteRow = <Read extends ListRow>(viewer: Viewer, row: Read) => ({
  ...row,
  sentBackFor: describeSentBack(row),
  unitRate: isManager(viewer.session) ? row.unitRate : undefined,
  can: noteRights(viewer.session, row, viewer),
});

/** The whole note with the caller's permissions. */
export function toNote(
  viewer: Viewer,
  {
    reviewer,
    checks,
    ...row
  }: NoteRow & {
    serviceName: string;
    reviewer: Reviewer | null;
    checks: readonly CheckRow[];
    isClosed: boolean;
    receipt: ReceiptLink | null;
  },
): z.output<typeof note> {
  return {
    ...row,
    disputed: row.isDisputed,
    sentBackFor: describeSentBack(row),
    unitRate: isManager(viewer.session) ? row.unitRate : undefined,
    reviewedById: row.reviewedBy,
    reviewedByName: reviewer && fullNameOf(reviewer),
    checks: toChecks(viewer.session, row, checks),
    can: noteRights(viewer.session, { ...row, disputed: row.isDisputed }, viewer),
  };
}

/** The whole note with both signatures. @throws 403 for a colleague's note when not a manager, 404 */
export async function readNote(context: MemberContext, noteId: number) {
  const { businessId } = context;
  const { row, viewer, ...parts } = await readInBusiness(context, async (tx) => {
    const [rows, overlaps, checks, receipt, disputes] = await Promise.all([
      storedNote(tx, '').execute({ businessId, noteId, today: todayOf(context) }),
      listOverlaps(tx, noteId),
      listChecks(tx, businessId, noteId),
      findReceipt(tx, context, noteId),
      listDisputes(tx, businessId, noteId),
    ]);
    const viewed = await readViewer(
      tx,
      context,
      rows.map(({ note }) => note),
    );
    return { row: rows[0], viewer: viewed, overlaps, checks, receipt, disputes };
  });
  if (!row) throw await readInBusiness(context, (tx) => explainMissing(tx, context, noteId));
  refuseOtherUsers(context, row.note);
  return {
    ...toNote(viewer, {
      ...row.note,
      serviceName: row.serviceName,
      reviewer: row.reviewer,
      checks: parts.checks,
      isClosed: row.isClosed,
      receipt: parts.receipt,
    }),
    workEndedAt: row.workEndedAt,
    ...(isManager(context.session) && { workDateRate: row.workDateRate, todayRate: row.todayRate }),
    employeeSignature: row.employeePng && toDataUrl(row.employeePng),
    clientSignature: row.clientPng && toDataUrl(row.clientPng),
    overlaps: parts.overlaps,
    disputes: parts.disputes,
  };
}

const storedNote = prepareQuery((queries) =>
  queries
    .select({
      note: notes,
      serviceName: serviceName(preparedTenant),
      isClosed: isClosed(preparedTenant),
      employeePng: noteSignatures.employeePng,
      clientPng: noteSignatures.clientPng,
      workEndedAt: timeEntries.endTime,
      workDateRate: rateOfNote(preparedTenant, notes.workDate),
      todayRate: rateOfNote(preparedTenant, sql`${placeholder('today')}::date`),
      reviewer: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(notes)
    // A note without its signatures can still be read; its evidence names what is missing.
    .leftJoin(
      noteSignatures,
      and(
        eq(noteSignatures.businessId, notes.businessId),
        eq(noteSignatures.noteId, notes.id),
        eq(noteSignatures.version, notes.version),
      ),
    )
    .leftJoin(
      timeEntries,
      and(eq(timeEntries.businessId, notes.businessId), eq(timeEntries.noteId, notes.id)),
    )
    .leftJoin(users, and(eq(users.businessId, notes.businessId), eq(users.id, notes.reviewedBy)))
    .where(whereNote(preparedTenant, placeholder('noteId')))
    .prepare(''),
);

/** For managers, a note deleted after its approval is 404 `note_deleted`: its evidence is still available. */
async function explainMissing(
  tx: BusinessTransaction,
  context: MemberContext,
  noteId: number,
): Promise<AppError> {
  const [row] = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(whereNoteWithEvidence(tx, context, noteId));
  if (!row) return notFound('This note does not exist.');
  const message = 'This note was deleted after it was approved. Its units, hours and signatures are kept.';
  return new AppError(404, 'note_deleted', { message });
}

/** @throws 403 for a caller who is neither the author nor a manager */
export function refuseOtherUsers({ session }: MemberContext, subject: { authorId: number }): void {
  if (!canSee(session, subject)) throw forbidden('Only its author and managers can see this note.');
}
