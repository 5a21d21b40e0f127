/**
 * Guarded: the limit on guessing signature codes. Unlike other attempts, failures are counted in the transaction of the
 * check, with its idempotency key, audit row and message to managers; a correct code writes nothing. The
 * lock of the client's code is held until then, so guesses sent at the same time are checked one after another.
 */

import { and, eq, gt, sql } from 'drizzle-orm';
import { recordAudit } from '#platform/server/audit/record.ts';
import type { MemberContext } from '#platform/server/context.ts';
import { tooManyRequests } from '#platform/server/errors.ts';
import { secondsToWait, windowStart, WINDOW_MINUTES } from '#platform/server/guessLimiter.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import { codeFailures } from '#features/clients/server/tables.ts';

declare module '#platform/server/audit/events.ts' {
  interface AuditDetails {
    'client.code_locked': null;
    'client.code_refused': null;
  }
}

/** Maximum wrong codes in a window; the next attempt gets 429: by one user, and by all users together. */
const MOST_BY_PERSON = 5;
const MOST_BY_ALL = 20;

const MESSAGE =
  'Too many wrong verification codes. Please wait a while or ask a manager for the correct code.';

/**
 * Waits for other checks of this client's code, then counts the failures so far. The lock is sent when this is called,
 * so that a caller who locks the balance in the same batch always locks it after the code.
 * @throws 429 when no attempt is left
 */
export async function checkCodeLimit(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<void> {
  if (!context.services.settings.rateLimits) return;
  const lock = `client-code:${context.businessId}:${clientId}`;
  const [, failures] = await Promise.all([
    // Held until the transaction ends. Unlike a row lock it writes nothing, so a correct code costs no disk sync.
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`).execute(),
    listFailures(tx, context, clientId),
  ]);
  const own = failures.filter(({ userId }) => userId === context.session.userId);
  const full = total(own) >= MOST_BY_PERSON ? own : total(failures) >= MOST_BY_ALL ? failures : null;
  if (!full) return;
  const oldest = new Date(Math.min(...full.map((row) => row.windowStart.getTime())));
  throw tooManyRequests(secondsToWait(oldest, context.now), MESSAGE);
}

/** Counts a wrong code. The one that uses up the attempts notifies the managers. */
export async function countCodeFailure(
  tx: BusinessTransaction,
  context: MemberContext,
  client: { id: number; companyName: string },
): Promise<void> {
  const event = { id: client.id, label: client.companyName };
  if (context.services.settings.rateLimits && (await countAttempt(tx, context, client.id))) {
    await context.services.notifications.notifyManagers(tx, context, {
      subject: `Wrong verification codes for ${client.companyName}`,
      content: `Wrong verification codes were entered for client ${client.companyName} until no attempts were left. Further attempts are refused for up to ${WINDOW_MINUTES} minutes.`,
    });
    recordAudit(tx, context, { type: 'client.code_locked', ...event });
  }
  recordAudit(tx, context, { type: 'client.code_refused', ...event });
}

/** @returns whether it was the last attempt */
async function countAttempt(
  tx: BusinessTransaction,
  context: MemberContext,
  clientId: number,
): Promise<boolean> {
  const { businessId, session, now } = context;
  const running = sql`${codeFailures.windowStart} > ${windowStart(now).toISOString()}`;
  await tx
    .insert(codeFailures)
    .values({ businessId, clientId, userId: session.userId, windowStart: now, failures: 1 })
    .onConflictDoUpdate({
      target: [codeFailures.businessId, codeFailures.clientId, codeFailures.userId],
      set: {
        failures: sql`case when ${running} then ${codeFailures.failures} + 1 else 1 end`,
        windowStart: sql`case when ${running} then ${codeFailures.windowStart} else ${now.toISOString()} end`,
      },
    });
  const failures = await listFailures(tx, context, clientId);
  const own = failures.filter(({ userId }) => userId === session.userId);
  return total(own) === MOST_BY_PERSON || total(failures) === MOST_BY_ALL;
}

const listFailures = (tx: BusinessTransaction, { now }: MemberContext, clientId: number) =>
  tx
    .select({
      userId: codeFailures.userId,
      windowStart: codeFailures.windowStart,
      failures: codeFailures.failures,
    })
    .from(codeFailures)
    .where(
      and(
        tx.inTenant(codeFailures),
        eq(codeFailures.clientId, clientId),
        gt(codeFailures.windowStart, windowStart(now)),
      ),
    );

const total = (rows: { failures: number }[]): number => rows.reduce((sum, { failures }) => sum + failures, 0);
