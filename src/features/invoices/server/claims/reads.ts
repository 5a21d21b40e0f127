/** Reads claim batches, their lines and CSV files. */

import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { RequestOf } from '#platform/contract/endpoint.ts';
import { isManager, type MemberContext } from '#platform/server/context.ts';
import { countUpTo } from '#platform/server/counting.ts';
import { newestFirst, pageOf, whereAfterCursor } from '#platform/server/cursor.ts';
import { notFound } from '#platform/server/errors.ts';
import type { GeneratedFile } from '#platform/server/http/download.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { claimBatch, claimsContract } from '#features/invoices/claimContract.ts';
import { claimBatches, claimFiles, claimLines } from '#features/invoices/server/tables.ts';
import { notes } from '#features/notes/server/tables.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { users } from '#features/people/server/tables.ts';
import { toEarlierClaimCsv } from './claimCsv.ts';

type Query = RequestOf<(typeof claimsContract)['GET /api/claim-batches']>['query'];

const newest = { at: claimBatches.createdAt, id: claimBatches.id };

/** A claim batch of the business. */
export const whereBatch = (tx: BusinessTransaction, batchId: number) =>
  and(tx.inTenant(claimBatches), eq(claimBatches.id, batchId));

const countLines = (tx: BusinessTransaction, state: string) =>
  sql<number>`(select count(*)::int from ${claimLines} where ${tx.inTenant(claimLines)}
    and ${claimLines.claimBatchId} = ${claimBatches.id} and ${claimLines.state} = ${state})`;

const selectBatches = (tx: BusinessTransaction) =>
  tx
    .select({
      batch: claimBatches,
      exported: countLines(tx, 'exported'),
      accepted: countLines(tx, 'accepted'),
      rejected: countLines(tx, 'rejected'),
      creator: { username: users.username, firstName: users.firstName, lastName: users.lastName },
    })
    .from(claimBatches)
    .innerJoin(users, and(tx.inTenant(users), eq(users.id, claimBatches.createdBy)));

type Row = Awaited<ReturnType<typeof selectBatches>>[number];

const toRow = ({ batch, creator, ...counts }: Row) => {
  const { businessId: _, periodStart: from, periodEnd: to, createdBy: __, ...fields } = batch;
  return { ...fields, from, to, ...counts, createdByName: fullNameOf(creator) };
};

/** Claim batches, newest first. */
export function listClaimBatches(context: MemberContext, { payerId, limit, cursor }: Query) {
  return readInBusiness(context, async (tx) => {
    const matching = and(
      tx.inTenant(claimBatches),
      payerId === undefined ? undefined : eq(claimBatches.payerId, payerId),
    );
    const afterCursor = whereAfterCursor(newest, cursor);
    const [total, rows] = await Promise.all([
      countUpTo(tx, claimBatches, matching),
      selectBatches(tx)
        .where(and(matching, afterCursor))
        .orderBy(...newestFirst(newest))
        .limit(limit + 1),
    ]);
    const page = pageOf({ rows, limit, total }, ({ batch }) => ({ at: batch.createdAt, id: batch.id }));
    return { ...page, rows: page.rows.map(toRow) };
  });
}

/** A claim batch. @throws 404 */
export const readClaimBatch = (context: MemberContext, batchId: number) =>
  readInBusiness(context, (tx) => getClaimBatch(tx, context, batchId));

/** A claim batch, as the API returns it. @throws 404 */
export async function getClaimBatch(
  tx: BusinessTransaction,
  { session }: MemberContext,
  batchId: number,
): Promise<z.output<typeof claimBatch>> {
  const [[row], lines] = await Promise.all([
    selectBatches(tx).where(whereBatch(tx, batchId)),
    listLines(tx, batchId),
  ]);
  if (!row) throw notFound('This claim batch does not exist.');
  return {
    ...toRow(row),
    lines: lines.map(({ content, ...line }) => ({ ...content, ...line })),
    can: { decide: isManager(session) && !session.readOnly },
  };
}

/** The lines of a claim batch by day and time. */
export const listLines = (tx: BusinessTransaction, batchId: number) =>
  tx
    .select({
      noteId: claimLines.noteId,
      state: claimLines.state,
      content: claimLines.content,
      disputed: notes.isDisputed,
    })
    .from(claimLines)
    .innerJoin(notes, and(tx.inTenant(notes), eq(notes.id, claimLines.noteId)))
    .where(and(tx.inTenant(claimLines), eq(claimLines.claimBatchId, batchId)))
    .orderBy(
      sql`${claimLines.content}->>'date'`,
      sql`${claimLines.content}->>'startTime'`,
      asc(claimLines.noteId),
    )
    .execute();

/** The file of a claim batch, always with the same bytes. @throws 404 */
export const readClaimCsv = (context: MemberContext, batchId: number): Promise<GeneratedFile> =>
  readInBusiness(context, async (tx) => {
    const [[batch], csv] = await Promise.all([
      tx.select().from(claimBatches).where(whereBatch(tx, batchId)),
      findCsv(tx, batchId),
    ]);
    if (!batch) throw notFound('This claim batch does not exist.');
    const { columns, periodStart, periodEnd } = batch;
    return {
      name: `claims-${batchId}-${periodStart}-${periodEnd}.csv`,
      type: 'text/csv; charset=utf-8',
      content:
        csv === null ? await toEarlierClaimCsv(await listLines(tx, batchId), columns) : Buffer.from(csv),
    };
  });

/** The stored file of a claim batch; null for a batch that was made before files were stored. */
export async function findCsv(tx: BusinessTransaction, batchId: number): Promise<string | null> {
  const [file] = await tx
    .select({ csv: claimFiles.csv })
    .from(claimFiles)
    .where(and(tx.inTenant(claimFiles), eq(claimFiles.claimBatchId, batchId)));
  return file?.csv ?? null;
}
