/** Runs background jobs in the server process: one of each kind at a time, and a small one beside them. */

import type { FastifyBaseLogger } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_UNPRINTABLE } from '#platform/contract/headers.ts';
import { readFreeForFiles } from '#platform/server/backup/space.ts';
import { ChildProcessOutOfMemory } from '#platform/server/childProcess/runChildProcess.ts';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { orphanedFiles } from '#platform/server/database/tables.ts';
import { newKey } from '#platform/server/files/fileStore.ts';
import { removeAbandoned } from '#platform/server/files/removeAbandoned.ts';
import { LeaseLostError } from '#platform/server/queue/lease.ts';
import { renewLease, type Progress } from '#platform/server/queue/renewedLease.ts';
import { startWorkers, type Queue } from '#platform/server/queue/workers.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import type { JobKind } from '#features/exports/contract.ts';
import { deleteOrphanedFile } from '#features/files/server/actions.ts';
import { JobFailure, neededBytes, type Job, type JobFile, type JobTools, type JobWork } from './actions.ts';
import {
  failJob,
  finishJob,
  LEASE_MS,
  requeueJob,
  scopeOf,
  startNextJob,
  storeProgress,
} from './leaseActions.ts';
import type { Lane } from './turnReads.ts';

const POLL_EVERY_MS = 15_000;
/** A job that ended its process this often is not started again. */
const MAX_ATTEMPTS = 3;
const DIGEST_BUFFER_BYTES = 1024 * 1024;
/** Folders of killed processes are deleted after this time. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

const FAILED = 'The file could not be created. Please try again.';
const INTERRUPTED = 'The server stopped several times while it created the file. Please try again.';
const NO_MEMORY = "The file is too large for the server's memory. Please contact the server's administrator.";
const NO_SPACE =
  "The server doesn't have enough free space for this file and its next backup. Please contact the server's administrator.";

/** The server stops; the job is queued again. */
class Stopping extends Error {}

interface JobRunner {
  services: Services;
  log: FastifyBaseLogger;
  /** Functions that do the work of each kind; jobs of other kinds are left to other processes. */
  works: Partial<Record<JobKind, JobWork>>;
}

/** Starts running jobs. @returns stops it, and waits for the jobs in progress, which are queued again */
export function startJobs(runner: JobRunner): () => Promise<void> {
  const stopping = new AbortController();
  const kinds = Object.keys(runner.works) as JobKind[];
  // Packets must not be delayed by an export, which may take an hour, nor a small export by a large one.
  const lanes: Lane[] = [
    { kinds, lightOnly: true },
    ...kinds.map((kind) => ({ kinds: [kind], lightOnly: false })),
  ];
  const end = startWorkers(
    lanes.map((lane) => toQueue(runner, lane, stopping.signal)),
    { signal: runner.services.jobs, pollMs: POLL_EVERY_MS, log: runner.log },
  );
  return async () => {
    stopping.abort(new Stopping());
    await end();
  };
}

const toQueue = (runner: JobRunner, lane: Lane, stopping: AbortSignal): Queue<Job> => ({
  name: `jobs: ${lane.lightOnly ? 'small' : lane.kinds.join(', ')}`,
  batchSize: 1,
  maxAttempts: MAX_ATTEMPTS,
  attemptsOf: ({ attempt }) => attempt,
  claim: (now) => startNextJob(runner, lane, now),
  async run(job) {
    await runJob(runner, { job, stopping, priority: lane.lightOnly ? true : 'lowest' });
    // Another lane may start what waited for the end of this one.
    runner.services.jobs.wake();
  },
  async abandon(job) {
    await failJob(runner.services, job, INTERRUPTED);
  },
});

interface StartedJob {
  job: Job;
  stopping: AbortSignal;
  priority: JobTools['priority'];
}

/** Runs one job to its end. Errors are stored in its row and logged. */
async function runJob(runner: JobRunner, started: StartedJob): Promise<void> {
  const { services, log } = runner;
  const { job } = started;
  const jobLog = log.child({ job: `${job.businessId}/${job.id}`, kind: job.kind });
  try {
    await makeAndStore({ ...runner, log: jobLog }, started);
  } catch (error) {
    if (error instanceof LeaseLostError) jobLog.warn('another process runs the job now');
    else if (error instanceof Stopping) await requeueJob(services, job).catch(() => undefined);
    else await endWithError(services, { job, error, log: jobLog });
  }
}

async function endWithError(
  services: Services,
  { job, error, log }: { job: Job; error: unknown; log: FastifyBaseLogger },
): Promise<void> {
  const isExpected = error instanceof JobFailure;
  if (!isExpected) log.error({ err: error }, 'a background job failed');
  const unexpected = error instanceof ChildProcessOutOfMemory ? NO_MEMORY : FAILED;
  await failJob(services, job, isExpected ? error.message : unexpected).catch((second: Error) =>
    log.warn({ err: second }, 'the failure of a background job could not be stored'),
  );
}

async function makeAndStore(
  { services, log, works }: JobRunner,
  { job, stopping, priority }: StartedJob,
): Promise<void> {
  const work = works[job.kind];
  if (!work) throw new Error(`No work for jobs of the kind ${job.kind}`);
  if (neededBytes(job, services) > (await readFreeForFiles(services))) throw new JobFailure(NO_SPACE);
  const folder = await makeFolder(services);
  const renew = (progress: Progress) => storeProgress(services, job, progress);
  const lease = renewLease({ leaseMs: LEASE_MS, renew, log });
  const signal = AbortSignal.any([stopping, lease.signal]);
  try {
    const file = await work(job, {
      scope: scopeOf(services, job),
      log,
      folder,
      priority,
      signal,
      report: lease.report,
    });
    signal.throwIfAborted();
    const replaced = await store(services, job, { file, total: lease.total() });
    for (const key of replaced) await deleteOrphanedFile({ services, businessId: job.businessId, log }, key);
  } catch (error) {
    // The work may fail with another error once it is aborted.
    throw signal.aborted ? signal.reason : error;
  } finally {
    await lease.end();
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder({ settings }: Services): Promise<string> {
  const parent = join(settings.dataDir, 'jobs');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent, { now: clock.now(), ageMs: ABANDONED_AFTER_MS });
  return mkdtemp(join(parent, 'job-'));
}

/** Moves the file into the store; its row and its end are one transaction. @returns the keys of files that it replaced */
async function store(
  services: Services,
  job: Job,
  { file, total }: { file: JobFile; total: number },
): Promise<string[]> {
  const storageKey = newKey(job.businessId);
  const { size } = await stat(file.path);
  const sha256 = await digestOf(file.path);
  // Deleted by the hourly job if this process ends before the job's row refers to it.
  await queryDirectory(services)
    .insert(orphanedFiles)
    .values({ businessId: job.businessId, storageKey, since: clock.now() });
  await services.files.put(storageKey, file.path);
  const { name: fileName, mimeType } = file;
  const unprintable = file.unprintable.slice(0, MAX_UNPRINTABLE);
  const described = { storageKey, fileName, mimeType, fileSize: size, sha256, unprintable };
  return finishJob(services, job, { ...described, total });
}

/** Reads into one buffer: for 3 GB, a stream takes five times as long and leaves 60 MB of garbage. */
async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(DIGEST_BUFFER_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hash.digest();
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
