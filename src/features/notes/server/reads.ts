import { and, desc, eq, gte, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { isManager, type MemberContext, type Session } from '#platform/server/context.ts';
import { AppError, forbidden, notFound } from '#platform/server/errors.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { getServiceByKey } from '#features/services/server/reads.ts';
import { services } from '#features/services/server/tables.ts';
import { checkMessages } from '#features/units/drawRules.ts';
import { listOverlaps } from '#features/time/server/reads.ts';
import { timeEntries } from '#features/time/server/tables.ts';
import type { note, noteRow, NoteStatus } from '#features/notes/contract.ts';
import type { noteVersion } from '#features/notes/evidenceContract.ts';
import { LEGACY_CATEGORIES } from '#features/notes/rules.ts';
import { canSee, noteRights } from './policy.ts';
import { whereNote, whereNoteWithEvidence, type Tenant } from './rowReads.ts';
import { toDataUrl } from './signing/signatures.ts';
import { notes, noteSignatures, noteVersions } from './tables.ts';

export interface Reviewer {
  username: string;
  firstName: string | null;
  lastName: string | null;
}

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

/** The current name of the note's service; the query selects from `notes`. */
export const serviceName = sql<string>`(
  select service.name from ${services} as service
  where service.business_id = notes.business_id and service.key = notes.category)`;

/** The columns of a list row. */
export const noteRowColumns = {
  id: notes.id,
  title: notes.title,
  content: notes.excerpt,
  category: notes.category,
  serviceName,
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
  workDate: notes.workDate,
  startTime: notes.startTime,
  endTime: notes.endTime,
  isClientSigned: notes.isClientSigned,
  version: notes.version,
  reviewComment: notes.reviewComment,
  createdAt: notes.createdAt,
  updatedAt: notes.updatedAt,
};

type Row = z.output<typeof noteRow>;

/** Adds the caller's permissions to a list row. */
export const toNoteRow = <Read extends Omit<Row, 'can'>>(session: Session, row: Read) => ({
  ...row,
  unitRate: isManager(session) ? row.unitRate : undefined,
  can: noteRights(session, row),
});

/** The whole note with the caller's permissions. */
export function toNote(
  session: Session,
  { reviewer, unitChecks, ...row }: NoteRow & { serviceName: string; reviewer: Reviewer | null },
): z.output<typeof note> {
  return {
    ...row,
    unitRate: isManager(session) ? row.unitRate : undefined,
    reviewedById: row.reviewedBy,
    reviewedByName: reviewer && fullNameOf(reviewer),
    checks: unitChecks.map((code) => ({ code, level: 'warning' as const, message: checkMessages[code] })),
    can: noteRights(session, row),
  };
}

/** The name parts of the reviewer; null when the note was not reviewed. */
export async function findReviewer(tx: BusinessTransaction, userId: number | null): Promise<Reviewer | null> {
  if (userId === null) return null;
  const [row] = await tx
    .select({ username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(tx.inTenant(users), eq(users.id, userId)));
  return row ?? null;
}

/** The whole note with both signatures. @throws 403 for a colleague's note when not a manager, 404 */
export async function readNote(context: MemberContext, noteId: number) {
  const [[row], overlaps] = await readInBusiness(context, (tx) =>
    Promise.all([
      storedNote(tx, '').execute({ businessId: context.businessId, noteId }),
      listOverlaps(tx, noteId),
    ]),
  );
  if (!row) throw await readInBusiness(context, (tx) => explainMissing(tx, context, noteId));
  refuseOtherUsers(context, row.note);
  return {
    ...toNote(context.session, { ...row.note, serviceName: row.serviceName, reviewer: row.reviewer }),
    workEndedAt: row.workEndedAt,
    employeeSignature: row.employeePng && toDataUrl(row.employeePng),
    clientSignature: row.clientPng && toDataUrl(row.clientPng),
    overlaps,
  };
}

const storedNote = prepareQuery((queries) =>
  queries
    .select({
      note: notes,
      serviceName,
      employeePng: noteSignatures.employeePng,
      clientPng: noteSignatures.clientPng,
      workEndedAt: timeEntries.endTime,
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

/** Every signed version, newest first. @throws as `readNote` */
export function listVersions(
  context: MemberContext,
  noteId: number,
): Promise<z.output<typeof noteVersion>[]> {
  return readInBusiness(context, async (tx) => {
    const [[note], versions] = await Promise.all([
      tx.select({ authorId: notes.authorId }).from(notes).where(whereNote(tx, noteId)),
      tx
        .select({
          version: noteVersions.version,
          digest: noteVersions.digest,
          createdAt: noteVersions.createdAt,
          content: noteVersions.canonical,
        })
        .from(noteVersions)
        .where(and(tx.inTenant(noteVersions), eq(noteVersions.noteId, noteId)))
        .orderBy(desc(noteVersions.version)),
    ]);
    if (!note) throw notFound('This note does not exist.');
    refuseOtherUsers(context, note);
    return versions;
  });
}

/** @throws 403 for a caller who is neither the author nor a manager */
export function refuseOtherUsers({ session }: MemberContext, subject: { authorId: number }): void {
  if (!canSee(session, subject)) throw forbidden('Only its author and managers can see this note.');
}
