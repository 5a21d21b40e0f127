/**
 * Background jobs that make a file: queued by a request and run by any process. A business keeps the newest file of a kind,
 * for 7 days or until it is deleted.
 */

import { and, eq, inArray, isNotNull, lt, ne, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { BusinessScope, MemberContext, Services } from '#platform/server/context.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
import { conflict, noSpaceForBackup } from '#platform/server/errors.ts';
import {
  publishChange,
  writeInBusiness,
  writeInDirectory,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import type { JobKind } from '#features/exports/contract.ts';
import { EXPORT_DAYS, EXPORTS_TOPIC } from '#features/exports/rules.ts';
import { exportJobs } from '#features/exports/server/tables.ts';
import { deleteOrphanedFile } from '#features/files/server/actions.ts';
import { getJobRow, type JobId } from './reads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A job that this process has started. */
export interface Job {
  businessId: number;
  id: number;
  kind: JobKind;
  request: Record<string, unknown>;
  /** 1 for the first start. */
  attempt: number;
  /** Of the file, in bytes. */
  estimatedBytes: number;
  createdBy: number;
  createdAt: Date;
}

/** Context of a running job, and functions that it may call. */
export interface JobTools {
  /** The business, with the user who queued the job. */
  scope: BusinessScope;
  log: FastifyBaseLogger;
  /** An empty folder on the local disk, deleted afterwards. */
  folder: string;
  /** Of its process: a large job leaves the processor to small ones. */
  priority: true | 'lowest';
  /** Aborted when the server stops or another process has taken over the job. */
  signal: AbortSignal;
  /** Stores the progress, at most once a second: steps that are done, and all. */
  report(done: number, total: number): void;
}

/** The file that a job made, in its folder. */
export interface JobFile {
  path: string;
  /** The name for the download. */
  name: string;
  mimeType: string;
  /** The codes that its PDFs show instead of characters that no font has. */
  unprintable: readonly string[];
}

/** Makes the file of a job. It may start again from the beginning in another process. @throws JobFailure */
export type JobWork = (job: Job, tools: JobTools) => Promise<JobFile>;

/** A failure with a message for the user; another attempt would fail too. */
export class JobFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobFailure';
  }
}

interface QueuedJob {
  kind: JobKind;
  /** For the work of the kind; it must not contain secrets. */
  request?: Record<string, unknown>;
  /** The estimated size of the file, in bytes. */
  estimatedBytes: number;
  /** From `readFreeForFiles`, before the transaction. */
  freeBytes: number;
}

/** A job writes what its file has, and the file; on the embedded database first the rows, and a database of them. */
export const neededBytes = (
  { estimatedBytes }: Pick<Job, 'estimatedBytes'>,
  { database }: Pick<Services, 'database'>,
): number => estimatedBytes * (database.kind === 'embedded' ? 4 : 2);

/**
 * Queues a job, which starts after the commit.
 * @returns its id; null when an export of the business is queued or running, of which there is one at a time
 * @throws 507 `no_space_for_backup`
 */
export async function queueJob(
  tx: BusinessTransaction,
  { services, businessId, session, now }: MemberContext,
  { kind, request = {}, estimatedBytes, freeBytes }: QueuedJob,
): Promise<number | null> {
  if (neededBytes({ estimatedBytes }, services) > freeBytes) throw noSpaceForBackup();
  const [row] = await tx
    .insert(exportJobs)
    .values({ businessId, kind, request, estimatedBytes, createdBy: session.userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: exportJobs.id });
  if (!row) return null;
  publishChange(tx, [EXPORTS_TOPIC]);
  tx.afterCommit(() => services.jobs.wake());
  return row.id;
}

/** Scheduled: deletes jobs that ended 7 days ago, and leaves their files to `deleteOrphanedFiles`. */
export async function deleteOldJobs(services: Services, now: Date): Promise<void> {
  await writeInDirectory(services, async (tx) => {
    const old = and(
      inArray(exportJobs.state, ['done', 'failed']),
      lt(exportJobs.finishedAt, new Date(now.getTime() - EXPORT_DAYS * DAY_MS)),
    );
    const deleted = await tx
      .delete(exportJobs)
      .where(old)
      .returning({ businessId: exportJobs.businessId, storageKey: exportJobs.storageKey });
    const files = deleted.flatMap(({ businessId, storageKey }) =>
      storageKey === null ? [] : [{ businessId, storageKey, since: now }],
    );
    if (files.length > 0) await tx.insert(orphanedFiles).values(files).onConflictDoNothing();
  });
}

/** Leaves the files of some jobs to be deleted. @returns their keys, for `deleteOrphanedFile` after the commit */
async function dropFiles(tx: BusinessTransaction, now: Date, where: SQL | undefined): Promise<string[]> {
  const inTenant = and(tx.inTenant(exportJobs), isNotNull(exportJobs.storageKey), where);
  const rows = await tx
    .select({ businessId: exportJobs.businessId, storageKey: exportJobs.storageKey })
    .from(exportJobs)
    .where(inTenant)
    .for('update');
  const files = rows.flatMap(({ businessId, storageKey }) =>
    storageKey === null ? [] : [{ businessId, storageKey, since: now }],
  );
  if (files.length === 0) return [];
  await tx.insert(orphanedFiles).values(files).onConflictDoNothing();
  await tx.update(exportJobs).set({ storageKey: null, deletedAt: now }).where(inTenant);
  return files.map(({ storageKey }) => storageKey);
}

/** Drops the older files of the kind of a job that has a file now. */
export const dropOtherFiles = (tx: BusinessTransaction, { id, kind }: Pick<Job, 'id' | 'kind'>, now: Date) =>
  dropFiles(tx, now, and(eq(exportJobs.kind, kind), ne(exportJobs.id, id)));

/**
 * Deletes a job with its file; one that waits is not started any more.
 * @param record adds the row of the audit log @throws 404; 409 `export_running` while it is being created
 */
export async function deleteJob(
  context: MemberContext,
  job: JobId,
  record: (tx: BusinessTransaction) => void,
): Promise<undefined> {
  const { now } = context;
  const keys = await writeInBusiness(context, async (tx) => {
    const { state } = await getJobRow(tx, job, 'update');
    if (state === 'running')
      throw conflict('export_running', "This file is still being created. You can delete it when it's done.");
    const isJob = and(tx.inTenant(exportJobs), eq(exportJobs.id, job.id));
    const dropped = await dropFiles(tx, now, eq(exportJobs.id, job.id));
    // Without a start, the order of turns needs no row.
    if (state === 'queued') await tx.delete(exportJobs).where(isJob);
    else await tx.update(exportJobs).set({ deletedAt: now }).where(isJob);
    record(tx);
    publishChange(tx, [EXPORTS_TOPIC, 'audit']);
    return dropped;
  });
  for (const key of keys) await deleteOrphanedFile(context, key);
}
