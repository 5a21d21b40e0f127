/** Guarded: sessions of signed-in browsers. */

import { and, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Role } from '#platform/contract/role.ts';
import type { Context, Services, Session } from '#platform/server/context.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { isReadOnlyServer } from '#platform/server/database/sqlState.ts';
import { hashToken, newBusinessToken } from '#platform/server/secrets.ts';
import { publishChange, queryDirectory, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { sessions } from './tables.ts';

const MINUTE_MS = 60 * 1000;
export const IDLE_LIMIT_MS = 12 * 60 * MINUTE_MS;
export const ABSOLUTE_LIMIT_MS = 30 * 24 * 60 * MINUTE_MS;
/** An ended session stays listed for its person's managers: its device may keep a copy for as long (`offlineHours`). */
const LISTED_MS = 7 * 24 * 60 * MINUTE_MS;
const SENDING_LIMIT_MS = 24 * 60 * MINUTE_MS;
/** Minimum time between updates of the last use, so that most requests write nothing. */
const RECORD_USE_EVERY_MS = 5 * MINUTE_MS;
const MAX_SESSIONS = 20;

/** Refreshes the person's open pages, which immediately closes the event streams of ended sessions. */
export const announceSessions = (tx: BusinessTransaction, userId: number): void =>
  publishChange(tx, ['account'], [userId]);

export interface Person {
  businessId: number;
  userId: number;
  role: Role;
  /** The session only sends notes, and ends after a day. */
  isSendingOnly?: boolean;
}

/** The condition of sessions that ended because they were not used, or because they are too old. */
const hasEnded = (now: Date) =>
  or(lte(sessions.expiresAt, now), lte(sessions.lastUsedAt, new Date(now.getTime() - IDLE_LIMIT_MS)));

/** When a session ends unless it is used again. */
export const endOfSession = ({ lastUsedAt, expiresAt }: { lastUsedAt: Date; expiresAt: Date }): Date =>
  new Date(Math.min(lastUsedAt.getTime() + IDLE_LIMIT_MS, expiresAt.getTime()));

/**
 * Starts a session and returns the token, of which only the hash is stored. Deletes the ended session that the browser
 * had before, and beyond 20 sessions of the person the ended ones, then the oldest.
 */
export async function startSession(
  tx: Queries,
  context: Pick<Context, 'now' | 'ip' | 'userAgent'>,
  { tokenBefore, ...person }: Person & { tokenBefore?: string | undefined },
): Promise<string> {
  const token = newBusinessToken(person.businessId);
  const { now, ip, userAgent } = context;
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    ...person,
    userAgent,
    ip,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + (person.isSendingOnly ? SENDING_LIMIT_MS : ABSOLUTE_LIMIT_MS)),
  });
  const ofPerson = and(eq(sessions.businessId, person.businessId), eq(sessions.userId, person.userId));
  if (tokenBefore !== undefined) {
    const isBefore = eq(sessions.tokenHash, hashToken(tokenBefore));
    await tx.delete(sessions).where(and(ofPerson, isBefore, hasEnded(now)));
  }
  await tx.execute(sql`
    delete from ${sessions} where ${ofPerson} and id in (
      select id from ${sessions} where ${ofPerson}
      order by (${hasEnded(now)}), created_at desc, id desc offset ${MAX_SESSIONS})`);
  return token;
}

/** Stores when a session was last used. */
export async function recordUse(
  services: Services,
  { id, businessId, lastUsedAt }: { id: number; businessId: number; lastUsedAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < RECORD_USE_EVERY_MS) return;
  const update = queryDirectory(services).update(sessions).set({ lastUsedAt: now });
  await update
    .where(and(eq(sessions.businessId, businessId), eq(sessions.id, id)))
    .catch((error: unknown) => {
      // A read-only database serves reads as well.
      if (!isReadOnlyServer(error)) throw error;
    });
}

const wherePerson = (tx: BusinessTransaction, userId: number) =>
  and(tx.inTenant(sessions), eq(sessions.userId, userId));

/** Ends the sessions of a person, except for the caller's own session if one is passed. */
export async function endSessions(tx: BusinessTransaction, userId: number, except?: Session): Promise<void> {
  const others = except && ne(sessions.id, except.id);
  await tx.delete(sessions).where(and(wherePerson(tx, userId), others));
  announceSessions(tx, userId);
}

/** Ends one session of a person. @returns false when the person has no such session */
export async function endSession(
  tx: BusinessTransaction,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const rows = await tx
    .delete(sessions)
    .where(and(wherePerson(tx, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  announceSessions(tx, userId);
  return rows.length > 0;
}

/** Scheduled: deletes the sessions that have ended and are no longer listed. */
export async function deleteOldSessions(services: Services, now: Date): Promise<void> {
  await queryDirectory(services)
    .delete(sessions)
    .where(lt(sessions.lastUsedAt, new Date(now.getTime() - LISTED_MS)));
}

/** Updates the role of a person's sessions, which takes effect with the next request. */
export async function setSessionRole(tx: BusinessTransaction, userId: number, role: Role): Promise<void> {
  await tx.update(sessions).set({ role }).where(wherePerson(tx, userId));
}
