/** Lists of notes: short rows, total kept or capped, never a signature. */
import { and, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '#platform/contract/endpoint.ts';
import { isManager } from '#platform/server/context.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { behindPosition, newestFirst, pageOf, positionIn } from '#platform/server/cursor.ts';
import { prepareQuery, placeholder } from '#platform/server/database/prepareQuery.ts';
import { readInBusiness } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { noteRow, notesContract, NoteStatus } from '#features/notes/contract.ts';
import { noteRowColumns, newestNotes, toNoteRow, whereNotes } from './reads.ts';
import { noteCounts, notes } from './tables.ts';

type Query = RequestOf<(typeof notesContract)['GET /api/notes']>['query'];
type Row = z.output<typeof noteRow>;

/** The notes of the business for managers, the own ones for others; newest first. */
export const listNotes = (context: MemberContext, query: Query): Promise<Page<Row>> =>
  isManager(context.session) ? list(context, query) : listOwnNotes(context, query);

/** The own notes, newest first; asking for another author's among them finds none. */
export function listOwnNotes(context: MemberContext, query: Query): Promise<Page<Row>> {
  const { userId } = context.session;
  const foreign = query.authorId !== undefined && query.authorId !== userId;
  return foreign
    ? Promise.resolve({ rows: [], total: 0, next: null })
    : list(context, { ...query, authorId: userId });
}

function list(context: MemberContext, query: Query): Promise<Page<Row>> {
  const { businessId, session } = context;
  const { limit, cursor, ...filters } = query;
  const wanted = whereNotes(businessId, filters);
  const behind = cursor === undefined ? {} : positionIn(cursor, newestNotes);
  const given = Object.entries({ ...filters, ...behind }).filter(([, value]) => value !== undefined);
  const shape = given.map(([name]) => name).join();
  return readInBusiness(context, async (tx) => {
    const [total, rows] = await Promise.all([
      totalOf(tx, context, { query, wanted }),
      pageOfShape(tx, shape).execute({ ...Object.fromEntries(given), businessId, limit: limit + 1 }),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: row.createdAt, id: row.id }));
    return { ...page, rows: page.rows.map((row) => toNoteRow(session, row)) };
  });
}

/** A page of a list; its shape names the values that it is given beside the business and the limit. */
const pageOfShape = prepareQuery((queries, shape: string) => {
  const { id, ...given } = Object.fromEntries(
    shape.split(',').map((name) => [name, placeholder<never>(name)]),
  );
  const behind = id && behindPosition(newestNotes, { at: placeholder('at'), id });
  return queries
    .select(noteRowColumns)
    .from(notes)
    .where(and(whereNotes(placeholder<number>('businessId'), given), behind))
    .orderBy(...newestFirst(newestNotes))
    .limit(placeholder<number>('limit'))
    .prepare('');
});

/** Read off the kept counts where they know it; counted up to a cap where they do not. */
async function totalOf(
  tx: BusinessTransaction,
  context: MemberContext,
  { query, wanted }: { query: Query; wanted: SQL | undefined },
): Promise<number> {
  const { status, category, clientId, authorId } = query;
  if (category !== undefined || clientId !== undefined) return countUpTo(tx, notes, wanted);
  const counts = await countsByStatus(tx, context.businessId, authorId);
  return status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[status];
}

async function countsByStatus(
  tx: BusinessTransaction,
  businessId: number,
  authorId: number | undefined,
): Promise<Record<NoteStatus, number>> {
  const rows = await counted(tx, authorId === undefined ? 'all' : 'own').execute({ businessId, authorId });
  const none = { pending: 0, 'in-review': 0, 'in-progress': 0, resolved: 0, denied: 0 };
  return rows.reduce((counts, { status, count }) => ({ ...counts, [status]: count }), none);
}

const counted = prepareQuery((queries, whose: 'own' | 'all') =>
  queries
    .select({ status: noteCounts.status, count: sql<number>`sum(${noteCounts.count})::int` })
    .from(noteCounts)
    .where(
      and(
        eq(noteCounts.businessId, placeholder<number>('businessId')),
        whose === 'all' ? undefined : eq(noteCounts.authorId, placeholder<number>('authorId')),
      ),
    )
    .groupBy(noteCounts.status)
    .prepare(''),
);

/** How many notes are in which state: the own ones, or those of the whole business. */
export async function readStats(context: MemberContext, whose: 'own' | 'all') {
  const authorId = whose === 'own' ? context.session.userId : undefined;
  const counts = await readInBusiness(context, (tx) => countsByStatus(tx, context.businessId, authorId));
  return {
    pending: counts.pending,
    approved: counts.resolved,
    denied: counts.denied,
    inReview: counts['in-review'],
    inProgress: counts['in-progress'],
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}
