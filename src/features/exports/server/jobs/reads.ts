import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { MemberContext } from '#platform/server/context.ts';
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

/** The last 20 jobs of a kind, newest first. */
export async function listJobs(context: MemberContext, kind: JobKind): Promise<ExportJob[]> {
  const rows = await readInBusiness(context, (tx) =>
    tx
      .select()
      .from(exportJobs)
      .where(and(tx.inTenant(exportJobs), eq(exportJobs.kind, kind)))
      .orderBy(desc(exportJobs.createdAt), desc(exportJobs.id))
      .limit(NEWEST),
  );
  return rows.map(toExportJob);
}

/** A job of this kind. @throws 404 */
export async function getJob(context: MemberContext, job: { id: number; kind: JobKind }): Promise<ExportJob> {
  return toExportJob(await readInBusiness(context, (tx) => findJob(tx, job)));
}

/** The row of a job of this kind. @throws 404 */
export async function findJob(
  tx: BusinessTransaction,
  { id, kind }: { id: number; kind: JobKind },
): Promise<Row> {
  const [row] = await tx
    .select()
    .from(exportJobs)
    .where(and(tx.inTenant(exportJobs), eq(exportJobs.id, id), eq(exportJobs.kind, kind)));
  if (!row) throw notFound('This file doesn’t exist or was deleted after 7 days.');
  return row;
}

/** The finished file of a job. @throws 404; 409 `file_not_ready` before it is done */
export async function findJobFile(
  tx: BusinessTransaction,
  job: { id: number; kind: JobKind },
): Promise<ResumableFile> {
  const { storageKey: key, fileName: name, mimeType, sha256 } = await findJob(tx, job);
  if (key === null || name === null || mimeType === null || sha256 === null)
    throw conflict(
      'file_not_ready',
      'This file isn’t ready. Wait until it’s done, or create a new one if it failed.',
    );
  return { key, name, mimeType, sha256 };
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
