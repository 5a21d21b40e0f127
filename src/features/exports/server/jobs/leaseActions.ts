/** The lease of a running job: its process renews it, and without that another process starts the job again. */

import { and, eq, lte, or, sql } from 'drizzle-orm';
import { clock } from '#platform/server/clock.ts';
import type { BusinessScope, Services } from '#platform/server/context.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
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

const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Another process has started the job again. */
export class LeaseLost extends Error {
  constructor() {
    super('Another process has started the job again');
    this.name = 'LeaseLost';
  }
}

/**
 * Starts the next job of a lane that is queued, or whose process is gone. Two processes never start the same one.
 * @throws the first error, when all jobs that could start belong to businesses whose writes fail
 */
export async function startNextJob(services: Services, lane: Lane, now: Date): Promise<Job | null> {
  const failures = new Map<number, unknown>();
  for (const next of await listTurns(services, lane, now)) {
    if (failures.has(next.businessId)) continue;
    try {
      const started = await start(services, next, now);
      // Another process may have started it in the meantime.
      if (started) return started;
    } catch (error) {
      failures.set(next.businessId, error);
    }
  }
  if (failures.size > 0) throw [...failures.values()][0];
  return null;
}

async function start(
  services: Services,
  { businessId, id }: Pick<Job, 'businessId' | 'id'>,
  now: Date,
): Promise<Job | undefined> {
  const isStartable = or(
    eq(exportJobs.state, 'queued'),
    and(eq(exportJobs.state, 'running'), lte(exportJobs.leaseUntil, now)),
  );
  const [started] = await queryDirectory(services)
    .update(exportJobs)
    .set({
      state: 'running',
      attempt: sql`${exportJobs.attempt} + 1`,
      startedAt: now,
      done: 0,
      total: 0,
      leaseUntil: leaseFrom(now),
    })
    .where(and(eq(exportJobs.businessId, businessId), eq(exportJobs.id, id), isStartable))
    .returning();
  return started;
}

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

/** Changes the row of a job that this process runs. @returns the keys of replaced files @throws LeaseLost */
function changeJob(
  services: Services,
  job: Job,
  { values, storageKey, isProgress }: Change,
): Promise<string[]> {
  const scope = scopeOf(services, job);
  return writeInBusiness(scope, async (tx) => {
    // Two jobs of a kind that end at the same moment must not both keep their files.
    if (storageKey !== undefined) await lockBusiness(tx, job.businessId);
    const { id, attempt } = job;
    const isHeld = and(
      eq(exportJobs.id, id),
      eq(exportJobs.attempt, attempt),
      eq(exportJobs.state, 'running'),
    );
    const changed = await tx
      .update(exportJobs)
      .set(values)
      .where(and(tx.inTenant(exportJobs), isHeld))
      .returning({ id: exportJobs.id });
    if (changed.length === 0) throw new LeaseLost();
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

/** Renews the lease and stores the progress. @throws LeaseLost */
export function renewLease(services: Services, job: Job, progress: { done: number; total: number }) {
  const values = { ...progress, leaseUntil: leaseFrom(clock.now()) };
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

/** Ends a job with its stored file, which replaces an older one of its kind. @returns their keys @throws LeaseLost */
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

/** Ends a job without a file. @throws LeaseLost */
export function failJob(services: Services, job: Job, failure: string) {
  const values = { state: 'failed', failure, leaseUntil: null, finishedAt: clock.now() } as const;
  return changeJob(services, job, { values });
}

/** Queues a job again, when its process stops before it is done. @throws LeaseLost */
export function requeueJob(services: Services, job: Job) {
  return changeJob(services, job, {
    values: { state: 'queued', attempt: job.attempt - 1, leaseUntil: null },
  });
}
