/** Hourly jobs that delete expired rows, refresh subscriptions and send alerts. Safe to run on several nodes concurrently. */

import type { FastifyBaseLogger } from 'fastify';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { deleteOldGuesses } from '#platform/server/guessLimiter.ts';
import { deleteOldKeys } from '#platform/server/idempotency.ts';
import { deleteFailedMails } from '#platform/server/outbox.ts';
import { replaceSealingKey } from '#platform/server/sealingKeys.ts';
import { writeCheckpoints } from '#features/audit/server/checkpointActions.ts';
import { deleteOldResetLinks } from '#features/auth/server/passwordActions.ts';
import { deleteOldClaims } from '#features/businesses/server/actions.ts';
import { deleteOldJobs } from '#features/exports/server/jobs/actions.ts';
import { deleteOrphanedFiles } from '#features/files/server/actions.ts';
import { sendExpiryAlerts } from '#features/forecast/server/alerts/actions.ts';
import { deleteOldImports } from '#features/imports/server/actions.ts';
import { deleteOldTemporaryPasswords } from '#features/people/server/actions.ts';
import { deleteOldSessions } from '#features/sessions/server/actions.ts';
import { deleteOldEvents, refreshSubscriptions } from '#features/subscription/server/actions.ts';

const EVERY_MS = 60 * 60 * 1000;
/** So that a server that runs for less than an hour leaves checkpoints as well. */
const FIRST_CHECKPOINTS_AFTER_MS = 5 * 60 * 1000;

type Job = (services: Services, now: Date) => Promise<void>;
const jobs: Job[] = [
  deleteOldTemporaryPasswords,
  deleteFailedMails,
  deleteOldGuesses,
  deleteOldClaims,
  deleteOldEvents,
  deleteOldImports,
  deleteOldKeys,
  deleteOldResetLinks,
  deleteOldSessions,
  writeCheckpoints,
  refreshSubscriptions,
  deleteOldJobs,
  deleteOrphanedFiles,
  sendExpiryAlerts,
  replaceSealingKey,
];

/** Runs every job once. A failure is logged and does not stop the others. */
export async function runScheduledJobs(services: Services, log: FastifyBaseLogger, now: Date): Promise<void> {
  for (const job of jobs) await runJob(job, { services, log, now });
}

async function runJob(
  job: Job,
  { services, log, now }: { services: Services; log: FastifyBaseLogger; now: Date },
): Promise<void> {
  await job(services, now).catch((error: Error) => log.warn({ err: error }, 'a scheduled job failed'));
}

/** Runs every job hourly until the returned function is called; the first checkpoints are written after five minutes. */
export function startScheduledJobs(services: Services, log: FastifyBaseLogger): () => void {
  const first = setTimeout(
    () => void runJob(writeCheckpoints, { services, log, now: clock.now() }),
    FIRST_CHECKPOINTS_AFTER_MS,
  );
  const timer = setInterval(() => void runScheduledJobs(services, log, clock.now()), EVERY_MS);
  for (const one of [first, timer]) one.unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
