/** The notes in the record of a client, by work date. */

import { and, desc, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page, RequestOf } from '#platform/contract/endpoint.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { decodeCursor, pageOf } from '#platform/server/cursor.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { getVisibleClient } from '#features/clients/server/reads.ts';
import type { clientNoteRow, notesContract } from '#features/notes/contract.ts';
import { readViewer } from '#features/notes/server/viewerReads.ts';
import { noteRowColumns, refuseUnknownService, toNoteRow, whereNotes } from './reads.ts';
import { notes } from './tables.ts';

type Query = RequestOf<(typeof notesContract)['GET /api/clients/:id/notes']>['query'];
type Row = z.output<typeof clientNoteRow>;

const SUMMARY_LENGTH = 200;
const columns = (tx: BusinessTransaction) => ({
  ...noteRowColumns(tx),
  summary: sql<string>`left(${notes.summary}, ${SUMMARY_LENGTH}::int)`,
});

/**
 * The notes of a client that the caller can see, latest visit first: all for managers, their own for others.
 * @throws 404
 */
export function listNotesOfClient(
  context: MemberContext,
  clientId: number,
  query: Query,
): Promise<Page<Row>> {
  const { session } = context;
  const { limit, cursor, ...filters } = query;
  const afterCursor = cursor === undefined ? undefined : whereAfter(cursor);
  return readInBusiness(context, async (tx) => {
    const matching = and(
      whereNotes(tx, { ...filters, clientId }),
      // A filter by another author matches none of an employee's notes.
      isManager(session) ? undefined : whereNotes(tx, { authorId: session.userId }),
    );
    const [total, rows] = await Promise.all([
      countUpTo(tx, notes, matching),
      tx
        .select(columns(tx))
        .from(notes)
        .where(and(matching, afterCursor))
        .orderBy(desc(notes.workDate), desc(notes.id))
        .limit(limit + 1),
      getVisibleClient(tx, context, clientId),
      refuseUnknownService(tx, filters),
    ]);
    const page = pageOf({ rows, limit, total }, (row) => ({ at: new Date(row.workDate), id: row.id }));
    const viewer = await readViewer(tx, context, page.rows);
    return { ...page, rows: page.rows.map((row) => toNoteRow(viewer, row)) };
  });
}

/** The notes after a position in the order by work date and id. @throws 400 at `cursor` */
function whereAfter(cursor: string) {
  const { at, id } = decodeCursor(cursor, true);
  const day = at?.toISOString().slice(0, 10);
  return sql`(${notes.workDate}, ${notes.id}) < (${day}::date, ${id}::bigint)`;
}
