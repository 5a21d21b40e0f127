/**
 * Limits on guessing: so many tries per subject in the last 15 minutes, counted in the database, so
 * that they hold over all nodes and for guesses sent all at once. `RATE_LIMITS=off` switches them off.
 */
import { and, eq, gt, inArray, lt, min, sql } from 'drizzle-orm';
import type { Services } from './context.ts';
import { attempts } from './database/tables.ts';
import { tooManyRequests } from './errors.ts';
import { queryDirectory } from './tenancy.ts';

const MINUTE_MS = 60 * 1000;
const WINDOW_MS = 15 * MINUTE_MS;

export interface Limit {
  /** What is counted, e.g. `login:name:ada`. */
  subject: string;
  /** Tries allowed in 15 minutes. */
  most: number;
}

/**
 * Takes one try, before the guess is checked or after it failed. A refused one does not count.
 * Must not run inside a transaction: a guess counts although what it was for is rolled back.
 * @returns null when it is allowed, otherwise the seconds to wait
 */
export async function takeAttempt(services: Services, limit: Limit, now: Date): Promise<number | null> {
  if (!services.settings.rateLimits) return null;
  const minute = minuteOf(now).toISOString();
  const { rows } = await queryDirectory(services).execute(sql`
    with earlier as (
      select coalesce(sum(failures), 0)::int as count from ${attempts}
      where subject = ${limit.subject} and window_start > ${since(now).toISOString()} and window_start <> ${minute}
    )
    insert into ${attempts} as taken (subject, window_start, failures)
    select ${limit.subject}, ${minute}, 1 from earlier where earlier.count < ${limit.most}
    on conflict (subject, window_start) do update set failures = taken.failures + 1
      where taken.failures + (select count from earlier) < ${limit.most}
    returning failures`);
  return rows.length > 0 ? null : secondsToWait(services, limit.subject, now);
}

/** Gives one try back that was taken at this moment: it turned out to be no guess. */
export async function refundAttempt(services: Services, subject: string, takenAt: Date): Promise<void> {
  if (!services.settings.rateLimits) return;
  await queryDirectory(services)
    .update(attempts)
    .set({ failures: sql`greatest(${attempts.failures} - 1, 0)` })
    .where(and(eq(attempts.subject, subject), eq(attempts.windowStart, minuteOf(takenAt))));
}

/** Takes one try, or refuses. Must not run inside a transaction. @throws 429 when none is left */
export async function spendAttempt(services: Services, limit: Limit, now: Date): Promise<void> {
  const wait = await takeAttempt(services, limit, now);
  if (wait !== null) throw tooManyRequests(wait);
}

/** Forgets the tries of these subjects, after a right one. */
export async function clearAttempts(services: Services, subjects: string[]): Promise<void> {
  if (!services.settings.rateLimits) return;
  await queryDirectory(services).delete(attempts).where(inArray(attempts.subject, subjects));
}

/** Housekeeping: forgets what no limit counts any more. */
export async function deleteOldAttempts(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(attempts)
    .where(lt(attempts.windowStart, since(now)));
}

/** Until the oldest tries stop counting. */
async function secondsToWait(services: Services, subject: string, now: Date): Promise<number> {
  const [row] = await queryDirectory(services)
    .select({ oldest: min(attempts.windowStart) })
    .from(attempts)
    .where(counting(subject, now));
  const until = (row?.oldest ?? now).getTime() + WINDOW_MS;
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}

const since = (now: Date) => new Date(now.getTime() - WINDOW_MS);
const minuteOf = (moment: Date) => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS);
const counting = (subject: string, now: Date) =>
  and(eq(attempts.subject, subject), gt(attempts.windowStart, since(now)));
