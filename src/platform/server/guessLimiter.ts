/**
 * Limits on guessing: attempts per subject in the last 15 minutes, counted in the database, so that they hold over all
 * nodes and for concurrent requests. `RATE_LIMITS=off` disables them.
 */

import { and, eq, gt, inArray, lt, min, sql } from 'drizzle-orm';
import type { Services } from './context.ts';
import { attempts } from './database/tables.ts';
import { tooManyRequests } from './errors.ts';
import { queryDirectory } from './tenancy.ts';

const MINUTE_MS = 60 * 1000;
export const WINDOW_MINUTES = 15;
const WINDOW_MS = WINDOW_MINUTES * MINUTE_MS;

export interface Limit {
  /** Subject of the attempts, e.g. `login:name:ada`. */
  subject: string;
  /** Attempts allowed in 15 minutes. */
  most: number;
}

/**
 * Counts an attempt, before or after the guess is checked. Must not run inside a transaction, which may be rolled back.
 * @returns null when it is allowed, otherwise the seconds to wait
 */
export async function takeGuess(services: Services, limit: Limit, now: Date): Promise<number | null> {
  if (!services.settings.rateLimits) return null;
  const minute = minuteOf(now).toISOString();
  const { rows } = await queryDirectory(services).execute<{ failures: number }>(sql`
    with earlier as (
      select coalesce(sum(failures), 0)::int as count from ${attempts}
      where subject = ${limit.subject} and window_start > ${windowStart(now).toISOString()} and window_start <> ${minute}
    )
    insert into ${attempts} as taken (subject, window_start, failures)
    select ${limit.subject}, ${minute}, 1 from earlier where earlier.count < ${limit.most}
    on conflict (subject, window_start) do update set failures = taken.failures + 1
      where taken.failures + (select count from earlier) < ${limit.most}
    returning failures`);
  return rows.length > 0 ? null : secondsToWait(await oldestGuess(services, limit.subject, now), now);
}

/** Refunds an attempt that turned out to be no guess. @param takenAt the time it was counted with */
export async function refundGuess(services: Services, subject: string, takenAt: Date): Promise<void> {
  if (!services.settings.rateLimits) return;
  await queryDirectory(services)
    .update(attempts)
    .set({ failures: sql`greatest(${attempts.failures} - 1, 0)` })
    .where(and(eq(attempts.subject, subject), eq(attempts.windowStart, minuteOf(takenAt))));
}

/** Counts an attempt. Must not run inside a transaction. @throws 429 over the limit */
export async function spendGuess(services: Services, limit: Limit, now: Date): Promise<void> {
  const wait = await takeGuess(services, limit, now);
  if (wait !== null) throw tooManyRequests(wait);
}

/** Deletes the attempts of these subjects, after a successful one. */
export async function clearGuesses(services: Services, subjects: string[]): Promise<void> {
  if (!services.settings.rateLimits) return;
  await queryDirectory(services).delete(attempts).where(inArray(attempts.subject, subjects));
}

/** Deletes attempts older than 15 minutes. */
export async function deleteOldGuesses(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(attempts)
    .where(lt(attempts.windowStart, windowStart(now)));
}

async function oldestGuess(services: Services, subject: string, now: Date): Promise<Date> {
  const [row] = await queryDirectory(services)
    .select({ oldest: min(attempts.windowStart) })
    .from(attempts)
    .where(and(eq(attempts.subject, subject), gt(attempts.windowStart, windowStart(now))));
  return row?.oldest ?? now;
}

/** Returns the time after which attempts count. */
export const windowStart = (now: Date): Date => new Date(now.getTime() - WINDOW_MS);

/** Returns the seconds until the oldest attempt expires. */
export const secondsToWait = (oldest: Date, now: Date): number =>
  Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - now.getTime()) / 1000));

const minuteOf = (moment: Date) => new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS);
