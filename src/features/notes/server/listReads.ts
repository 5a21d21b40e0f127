/** Lists of notes: short rows without signatures; the total is stored or capped. */

import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '#platform/contract/endpoint.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { whereAfterPosition, newestFirst, pageOf, decodePosition } from '#platform/server/cursor.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { periodLocks } from '#features/businesses/server/tables.ts';
import type { managedNoteRow, noteRow, notesContract, NoteStatus } from '#features/notes/contract.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import { services } from '#features/services/server/tables.ts';
import { selectListedChecks, toListedChecks } from './checks/reads.ts';
import {
  ownNoteColumns,
  newestNotes,
  preparedTenant,
  refuseUnknownService,
  toNoteRow,
  type ListRow,
  whereNotes,
  type NoteFilters,
} from './reads.ts';
import { noteCounts, notes } from './tables.ts';

type Query = RequestOf<(typeof notesContract)['GET /api/notes']>['query'];
type Row = z.output<typeof noteRow>;

/** The notes of the business for managers, the caller's own for others; newest first. */
export const listNotes = (context: MemberContext, query: Query): Promise<Page<Row>> =>
  isManager(context.session) ? list(context, query) : listOwnNotes(context, query);

/** The caller's notes, newest first; a filter by another author matches none. */
export function listOwnNotes(context: MemberContext, query: Query): Promise<Page<Row>> {
  const { userId } = context.session;
  const isForeign = query.authorId !== undefined && query.authorId !== userId;
  return isForeign
    ? Promise.resolve({ rows: [], total: 0, next: null })
    : list(context, { ...query, authorId: userId });
}

/** The notes of the business with their checks, newest first. */
export const listManagedNotes = (
  context: MemberContext,
  query: Query,
): Promise<Page<z.output<typeof managedNoteRow>>> =>
  readPage(context, query, async (tx, page) => {
    const rows = await selectManagedPage(tx, page.variant).execute({
      ...page.values,
      viewerId: context.session.userId,
    });
    return rows.map(({ listedChecks, ...row }) => ({ ...row, ...toListedChecks(listedChecks) }));
  });

const list = (context: MemberContext, query: Query): Promise<Page<Row>> =>
  readPage(context, query, (tx, { variant, values }) => selectPage(tx, variant).execute(values));

/** The values of a page's query; the variant names the filters and the position, comma-separated. */
interface PageValues {
  variant: string;
  values: Record<string, unknown>;
}

async function readPage<Read extends ListRow>(
  context: MemberContext,
  query: Query,
  select: (tx: BusinessTransaction, page: PageValues) => Promise<Read[]>,
) {
  const { businessId } = context;
  const { limit, cursor, ...filters } = query;
  const afterCursor = cursor === undefined ? {} : decodePosition(cursor, newestNotes);
  const conditions = Object.entries({ ...filters, ...afterCursor }).filter(
    ([, value]) => value !== undefined,
  );
  const variant = conditions.map(([name]) => name).join();
  const values = { ...Object.fromEntries(conditions), businessId, limit: limit + 1 };
  return readInBusiness(context, async (tx) => {
    const [total, rows] = await Promise.all([
      countNotes(tx, context, filters),
      select(tx, { variant, values }),
      refuseUnknownService(tx, query),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.createdAt, id: row.id }));
    const viewer = await readViewer(tx, context, page.rows);
    return { ...page, rows: page.rows.map((row) => toNoteRow(viewer, row)) };
  });
}

/** Joins the name of the service and the closed period, which cost two thirds more as subqueries of each row. */
const rowColumns = {
  ...ownNoteColumns,
  serviceName: sql<string>`${services.name}`,
  isClosed: sql<boolean>`coalesce(${notes.workDate} <= ${periodLocks.lockedThrough}, false)`,
};
const serviceOfNote = and(eq(services.businessId, notes.businessId), eq(services.key, notes.category));
const periodLockOfNote = eq(periodLocks.businessId, notes.businessId);

const selectPage = prepareQuery((queries, variant: string) =>
  queries
    .select(rowColumns)
    .from(notes)
    .leftJoin(services, serviceOfNote)
    .leftJoin(periodLocks, periodLockOfNote)
    .where(wherePage(variant))
    .orderBy(...newestFirst(newestNotes))
    .limit(placeholder<number>('limit'))
    .prepare(''),
);

const selectManagedPage = prepareQuery((queries, variant: string) =>
  queries
    .select({
      ...rowColumns,
      listedChecks: selectListedChecks(preparedTenant, placeholder<number>('viewerId')),
    })
    .from(notes)
    .leftJoin(services, serviceOfNote)
    .leftJoin(periodLocks, periodLockOfNote)
    .where(wherePage(variant))
    .orderBy(...newestFirst(newestNotes))
    .limit(placeholder<number>('limit'))
    .prepare(''),
);

function wherePage(variant: string) {
  const { id, ...filters } = Object.fromEntries(
    variant.split(',').map((name) => [name, placeholder<never>(name)]),
  );
  const afterCursor = id && whereAfterPosition(newestNotes, { at: placeholder('at'), id });
  return and(whereNotes(preparedTenant, filters), afterCursor);
}

/** The total of a list: from `note_counts` where the filters allow it, otherwise counted up to a cap. */
export async function countNotes(
  tx: BusinessTransaction,
  context: MemberContext,
  filters: NoteFilters,
): Promise<number> {
  const { status, category, clientId, authorId } = filters;
  if (category !== undefined || clientId !== undefined) return countUpTo(tx, notes, whereNotes(tx, filters));
  const counts = await countByStatus(tx, context, authorId);
  return status === undefined ? sum(counts) : counts[status];
}

const sum = (counts: Record<NoteStatus, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

async function countByStatus(
  tx: BusinessTransaction,
  { businessId }: MemberContext,
  authorId: number | undefined,
): Promise<Record<NoteStatus, number>> {
  const variant = authorId === undefined ? 'all' : 'own';
  const rows = await selectCounts(tx, variant).execute({ businessId, authorId });
  const none = { pending: 0, 'in-review': 0, 'in-progress': 0, resolved: 0, denied: 0 };
  return rows.reduce((counts, { status, count }) => ({ ...counts, [status]: count }), none);
}

const selectCounts = prepareQuery((queries, variant: 'own' | 'all') =>
  queries
    .select({ status: noteCounts.status, count: sql<number>`sum(${noteCounts.count})::int` })
    .from(noteCounts)
    .where(
      and(
        preparedTenant.inTenant(noteCounts),
        variant === 'all' ? undefined : eq(noteCounts.authorId, placeholder<number>('authorId')),
      ),
    )
    .groupBy(noteCounts.status)
    .prepare(''),
);

/** The number of notes by status: the caller's own, or those of the business. */
export async function readStats(context: MemberContext, variant: 'own' | 'all') {
  const authorId = variant === 'own' ? context.session.userId : undefined;
  const counts = await readInBusiness(context, (tx) => countByStatus(tx, context, authorId));
  return {
    pending: counts.pending,
    approved: counts.resolved,
    denied: counts.denied,
    inReview: counts['in-review'],
    inProgress: counts['in-progress'],
    total: sum(counts),
  };
}
