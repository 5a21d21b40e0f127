/** The lease of a running job: its process renews it, and without that another process starts the job again. */

import { and, eq, lte, or } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
import { claimDue } from '#platform/server/queue/claimDue.ts';
import { Lease, LeaseLostError } from '#platform/server/queue/lease.ts';
import type { Progress } from '#platform/server/queue/renewedLease.ts';
import {
  publishChange,
  queryDirectory,
  writeInBusiness,
  type BusinessTransaction,
} from '#platform/server/tenancy.ts';
import { lockBusiness } from '#features/businesses/server/actions.ts';
import { EXPORTS_TOPIC } from '#features/exports/rules.ts';
import { exportJobs } from '#features/exports/server/tables.ts';
import { dropOtherFiles, type Job } from './actions.ts';
import { listTurns, type Lane } from './turnReads.ts';

/** How long a process may go without renewing before another one starts its job again. */
export const LEASE_MS = 60_000;

const lease = new Lease({
  table: exportJobs,
  attempts: 'attempt',
  until: 'leaseUntil',
  ms: LEASE_MS,
  isFree: (now) =>
    or(eq(exportJobs.state, 'queued'), and(eq(exportJobs.state, 'running'), lte(exportJobs.leaseUntil, now))),
});

/**
 * Starts the next job of a lane that is queued, or whose process is gone. Two processes never start the same one.
 * @returns none or one @throws the first error, when all jobs that could start belong to businesses whose writes fail
 */
export const startNextJob = (
  { services, log }: { services: Services; log: FastifyBaseLogger },
  lane: Lane,
  now: Date,
): Promise<Job[]> =>
  claimDue({
    limit: 1,
    list: async ({ excludedBusinessIds }) =>
      (await listTurns(services, lane, now)).filter(
        ({ businessId }) => !excludedBusinessIds.includes(businessId),
      ),
    claim: ({ businessId, id }) =>
      lease.claim(queryDirectory(services), {
        row: and(eq(exportJobs.businessId, businessId), eq(exportJobs.id, id)),
        now,
        values: { state: 'running', startedAt: now, done: 0, total: 0 },
      }),
    log,
  });

/** The transaction's business and user for the work on a job. */
export const scopeOf = (services: Services, { businessId, createdBy }: Job): BusinessScope => ({
  services,
  businessId,
  now: clock.now(),
  ip: '',
  session: { userId: createdBy },
});

interface Change {
  values: Partial<typeof exportJobs.$inferInsert>;
  /** A stored file, which is orphaned until the job refers to it. */
  storageKey?: string;
  /** Only the page of the user who queued the job fetches it again. */
  isProgress?: boolean;
}

/** Changes the row of a job that this process runs. @returns the keys of replaced files @throws LeaseLostError */
function changeJob(
  services: Services,
  job: Job,
  { values, storageKey, isProgress }: Change,
): Promise<string[]> {
  const scope = scopeOf(services, job);
  return writeInBusiness(scope, async (tx) => {
    // Two jobs of a kind that end at the same moment must not both keep their files.
    if (storageKey !== undefined) await lockBusiness(tx, job.businessId);
    const isHeld = and(eq(exportJobs.id, job.id), lease.isHeld(job.attempt), eq(exportJobs.state, 'running'));
    const changed = await tx
      .update(exportJobs)
      .set(values)
      .where(and(tx.inTenant(exportJobs), isHeld))
      .returning({ id: exportJobs.id });
    if (changed.length === 0) throw new LeaseLostError();
    if (storageKey !== undefined) await claimFile(tx, storageKey);
    publishChange(tx, [EXPORTS_TOPIC], isProgress ? [job.createdBy] : undefined);
    return storageKey === undefined ? [] : dropOtherFiles(tx, job, scope.now);
  });
}

/** Ends the time as an orphaned file. @throws when the hourly job has deleted the file */
async function claimFile(tx: BusinessTransaction, storageKey: string): Promise<void> {
  const claimed = await tx
    .delete(orphanedFiles)
    .where(and(tx.inTenant(orphanedFiles), eq(orphanedFiles.storageKey, storageKey)))
    .returning({ storageKey: orphanedFiles.storageKey });
  if (claimed.length === 0) throw new Error('The file of a job was deleted before the job was done');
}

/** Stores the progress and renews the lease. @throws LeaseLostError */
export function storeProgress(services: Services, job: Job, progress: Progress) {
  const values = { ...progress, leaseUntil: lease.expiry(clock.now()) };
  return changeJob(services, job, { values, isProgress: true });
}

interface FinishedFile {
  storageKey: string;
  fileName: string;
  mimeType: string;
  fileSize: number;
  sha256: Buffer;
  unprintable: string[];
}

/** Ends a job with its stored file, which replaces an older one of its kind. @returns their keys @throws LeaseLostError */
export function finishJob(services: Services, job: Job, file: FinishedFile & { total: number }) {
  const { total, ...stored } = file;
  const values = {
    ...stored,
    state: 'done',
    done: total,
    total,
    leaseUntil: null,
    finishedAt: clock.now(),
  } as const;
  return changeJob(services, job, { values, storageKey: stored.storageKey });
}

/** Ends a job without a file. @throws LeaseLostError */
export function failJob(services: Services, job: Job, failure: string) {
  const values = { state: 'failed', failure, leaseUntil: null, finishedAt: clock.now() } as const;
  return changeJob(services, job, { values });
}

/** Queues a job again, when its process stops before it is done. @throws LeaseLostError */
export function requeueJob(services: Services, job: Job) {
  return changeJob(services, job, {
    values: { state: 'queued', attempt: job.attempt - 1, leaseUntil: null },
  });
}
