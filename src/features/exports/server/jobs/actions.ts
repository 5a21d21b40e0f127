/** Background jobs that make a file: queued by a request, run by any process, and deleted with their file after 7 days. */
import { and, inArray, lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { BusinessScope, MemberContext, Services } from '#platform/server/context.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
import { publishChange, writeInDirectory, type BusinessTransaction } from '#platform/server/tenancy.ts';
import type { JobKind } from '#features/exports/contract.ts';
import { EXPORT_DAYS, EXPORTS_TOPIC } from '#features/exports/rules.ts';
import { exportJobs } from '#features/exports/server/tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A job that this process has started. */
export interface Job {
  businessId: number;
  id: number;
  kind: JobKind;
  request: Record<string, unknown>;
  /** 1 for the first start. */
  attempt: number;
  createdBy: number;
  createdAt: Date;
}

/** What a job may use while it runs. */
export interface JobTools {
  /** The business, with the user who queued the job. */
  scope: BusinessScope;
  log: FastifyBaseLogger;
  /** An empty folder on the local disk, deleted afterwards. */
  folder: string;
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
}

/**
 * Queues a job, which starts after the commit.
 * @returns its id; null when an export of the business is queued or running, of which there is one at a time
 */
export async function queueJob(
  tx: BusinessTransaction,
  { services, businessId, session, now }: MemberContext,
  { kind, request = {} }: QueuedJob,
): Promise<number | null> {
  const [row] = await tx
    .insert(exportJobs)
    .values({ businessId, kind, request, createdBy: session.userId, createdAt: now })
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
