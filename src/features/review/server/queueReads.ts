/** The notes to review, oldest work date first. */

import { and, asc, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isDay } from '#platform/contract/days.ts';
import type { AnswerOf, Page, RequestOf } from '#platform/contract/endpoint.ts';
import { auditLog } from '#platform/server/audit/tables.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { createCursorError, decodeNumbers, encodeNumbers, pageBy } from '#platform/server/cursor.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { hasListedWarning, selectListedChecks, toListedChecks } from '#features/notes/server/checks/reads.ts';
import { countNotes } from '#features/notes/server/listReads.ts';
import { noteRowColumns, refuseUnknownService, toNoteRow, whereNotes } from '#features/notes/server/reads.ts';
import { notes } from '#features/notes/server/tables.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import type { reviewContract } from '#features/review/contract.ts';
import { noteReviews } from './tables.ts';

type Query = RequestOf<(typeof reviewContract)['GET /api/review/queue']>['query'];
type Row = AnswerOf<(typeof reviewContract)['GET /api/review/queue']>['rows'][number];

/** The pending notes, or those on hold, with the checks that no manager has explained. */
export function listQueue(context: MemberContext, query: Query): Promise<Page<Row>> {
  const { limit, cursor, warnings, resubmitted, dateFrom, dateTo, ...filters } = query;
  // Before the first statement, because an invalid cursor throws.
  const afterCursor = cursor === undefined ? undefined : whereAfter(cursor);
  return readInBusiness(context, async (tx) => {
    const where = and(
      whereNotes(tx, { ...filters, dateFrom, dateTo, status: undefined }),
      STATUSES[query.status],
      warnings === 'true' ? hasListedWarning(tx, context.session.userId) : undefined,
      resubmitted === 'true' ? isResubmitted(tx) : undefined,
    );
    const hasDates = dateFrom !== undefined || dateTo !== undefined;
    const isStored = warnings === 'false' && resubmitted === 'false' && !hasDates;
    const [total, rows] = await Promise.all([
      isStored ? countNotes(tx, context, filters) : countUpTo(tx, notes, where),
      selectQueue(tx, context, { where: and(where, afterCursor), limit: limit + 1 }),
      refuseUnknownService(tx, filters),
    ]);
    const page = pageBy({ rows, limit, total }, encodePosition);
    const viewer = await readViewer(tx, context, page.rows);
    return {
      ...page,
      rows: page.rows.map(({ listedChecks, ...row }) => ({
        ...toNoteRow(viewer, row),
        ...toListedChecks(listedChecks),
      })),
    };
  });
}

const selectQueue = (
  tx: BusinessTransaction,
  { session }: MemberContext,
  { where, limit }: { where: SQL | undefined; limit: number },
) =>
  tx
    .select({
      ...noteRowColumns(tx),
      summary: sql<string>`left(${notes.summary}, 200)`,
      resubmitted: isResubmitted(tx),
      listedChecks: selectListedChecks(tx, session.userId),
    })
    .from(notes)
    .where(where)
    .orderBy(asc(notes.workDate), asc(notes.id))
    .limit(limit)
    .execute();

const review = alias(noteReviews, 'review');
const entry = alias(auditLog, 'entry');

/**
 * Looks for an earlier version that was sent back, by a manager or on arrival; an author may also correct a pending note.
 * That it was sent back when it arrived is in the audit log only, because a new version has no reasons.
 */
const isResubmitted = (tx: BusinessTransaction) => sql<boolean>`(notes.version > 1 and (exists (
  select from ${noteReviews} as review
  where ${tx.inTenant(review)} and review.note_id = notes.id
    and review.action = 'return' and review.version < notes.version) or exists (
  select from ${auditLog} as entry
  where ${tx.inTenant(entry)} and entry.object = 'note' and entry.object_id = notes.id
    and entry.action = 'submitted' and entry.details -> 'sentBack' is not null)))`;

/** Literals, because a generic plan uses the partial index only when the statement names the status. */
const STATUSES = {
  pending: sql`${notes.status} = 'pending'`,
  'in-review': sql`${notes.status} = 'in-review'`,
};

/** The position is the work date as a number, 20261124, and the id. */
const encodePosition = ({ workDate, id }: { workDate: string; id: number }): string =>
  encodeNumbers([Number(workDate.replaceAll('-', '')), id]);

/** @throws 400 at `cursor` */
function whereAfter(cursor: string): SQL {
  const [date, id] = decodeNumbers(cursor, 2);
  const workDate = String(date).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (!isDay(workDate)) throw createCursorError();
  return sql`(${notes.workDate}, ${notes.id}) > (${workDate}::date, ${id}::bigint)`;
}
