/** Reads the jobs of exports and packets, and their files. */

import { and, count, desc, eq, inArray, isNull, sum } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import type { ResumableFile } from '#platform/server/files/resumable.ts';
import { readInBusiness, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { ExportJob, JobKind } from '#features/exports/contract.ts';
import { exportJobs } from '#features/exports/server/tables.ts';

const NEWEST = 20;

type Row = typeof exportJobs.$inferSelect;

const toExportJob = ({ total, sha256, ...row }: Row): ExportJob => ({
  ...row,
  of: total,
  sha256: sha256?.toString('hex') ?? null,
});

export interface JobId {
  id: number;
  kind: JobKind;
}

/** The rows of the last 20 jobs of a kind, newest first, without those whose file was deleted or replaced. */
export const listJobRows = (context: MemberContext, kind: JobKind): Promise<Row[]> =>
  readInBusiness(context, (tx) =>
    tx
      .select()
      .from(exportJobs)
      .where(and(tx.inTenant(exportJobs), eq(exportJobs.kind, kind), isNull(exportJobs.deletedAt)))
      .orderBy(desc(exportJobs.createdAt), desc(exportJobs.id))
      .limit(NEWEST),
  );

export async function listJobs(context: MemberContext, kind: JobKind): Promise<ExportJob[]> {
  return (await listJobRows(context, kind)).map(toExportJob);
}

/** A job of this kind. @throws 404 */
export async function readJob(context: MemberContext, job: JobId): Promise<ExportJob> {
  return toExportJob(await readInBusiness(context, (tx) => getJobRow(tx, job)));
}

/** The row of a job of this kind. @throws 404 */
export async function getJobRow(tx: BusinessTransaction, { id, kind }: JobId, lock?: 'update'): Promise<Row> {
  const query = tx
    .select()
    .from(exportJobs)
    .where(
      and(
        tx.inTenant(exportJobs),
        eq(exportJobs.id, id),
        eq(exportJobs.kind, kind),
        isNull(exportJobs.deletedAt),
      ),
    );
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw notFound('This file doesn’t exist. It was deleted, or replaced by a newer one.');
  return row;
}

/** The finished file of a job. @throws 404; 409 `file_not_ready` before it is done */
export async function getJobFile(tx: BusinessTransaction, job: JobId): Promise<ResumableFile> {
  const { storageKey: key, fileName: name, mimeType, sha256, unprintable } = await getJobRow(tx, job);
  if (key === null || name === null || mimeType === null || sha256 === null)
    throw conflict(
      'file_not_ready',
      'This file isn’t ready. Wait until it’s done, or create a new one if it failed.',
    );
  return { key, name, mimeType, sha256, unprintable };
}

/** How many jobs of a kind are queued or running. */
export async function countOpenJobs(tx: BusinessTransaction, kind: JobKind): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(exportJobs)
    .where(
      and(
        tx.inTenant(exportJobs),
        eq(exportJobs.kind, kind),
        inArray(exportJobs.state, ['queued', 'running']),
      ),
    );
  return row?.count ?? 0;
}

/** The size of the job files that count toward the storage of the business, in bytes. */
export async function sumFileBytes(tx: Queries, businessId: number): Promise<number> {
  const [row] = await tx
    .select({ bytes: sum(exportJobs.fileSize).mapWith(Number) })
    .from(exportJobs)
    .where(and(eq(exportJobs.businessId, businessId), isNull(exportJobs.deletedAt)));
  return row?.bytes ?? 0;
}
