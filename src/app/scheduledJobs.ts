/** Regular housekeeping: what has expired is forgotten, what is proof is kept. Safe on several nodes at once. */
import type { FastifyBaseLogger } from 'fastify';
import { keepChainEnds } from '#features/audit/server/endActions.ts';
import { forgetOldLinks } from '#features/auth/server/passwordActions.ts';
import { forgetOldClaims } from '#features/businesses/server/actions.ts';
import { sweepLooseFiles } from '#features/files/server/actions.ts';
import { eraseIssuedPasswords } from '#features/people/server/actions.ts';
import { forgetOldSessions } from '#features/sessions/server/actions.ts';
import { forgetOldEvents, lookAfterSubscriptions } from '#features/subscription/server/actions.ts';
import { deleteOldAttempts } from '#platform/server/attempts.ts';
import { clock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { forgetOldKeys } from '#platform/server/idempotency.ts';
import { deleteFailedMails } from '#platform/server/outbox.ts';

const EVERY_MS = 60 * 60 * 1000;

type Chore = (services: Services, now: Date) => Promise<void>;
const chores: Chore[] = [
  eraseIssuedPasswords,
  deleteFailedMails,
  deleteOldAttempts,
  forgetOldClaims,
  forgetOldEvents,
  forgetOldKeys,
  forgetOldLinks,
  forgetOldSessions,
  keepChainEnds,
  lookAfterSubscriptions,
  sweepLooseFiles,
];

/** Runs all chores once. One that fails is logged, and the others run all the same. */
export async function runScheduledJobs(services: Services, log: FastifyBaseLogger, now: Date): Promise<void> {
  for (const chore of chores) {
    await chore(services, now).catch((error: Error) => log.warn({ err: error }, 'housekeeping failed'));
  }
}

/** Runs all chores every hour; the answer ends it. */
export function startScheduledJobs(services: Services, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => void runScheduledJobs(services, log, clock.now()), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
