/** Guarded: signed-in browsers. */
import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { Context, Services, Session } from '#platform/server/context.ts';
import type { Queries } from '#platform/server/database/queries.ts';
import { isReadOnlyServer } from '#platform/server/database/sqlState.ts';
import { hashToken, newToken } from '#platform/server/secrets.ts';
import { publishChange, queryDirectory } from '#platform/server/tenancy.ts';
import type { BusinessTransaction } from '#platform/server/tenancy.ts';
import type { Role } from '#platform/contract/role.ts';
import { sessions } from './tables.ts';

const MINUTE_MS = 60 * 1000;
export const IDLE_LIMIT_MS = 12 * 60 * MINUTE_MS;
export const ABSOLUTE_LIMIT_MS = 30 * 24 * 60 * MINUTE_MS;
/** Use is noted down at most this often, so that reading does not write. */
const RECORD_USE_EVERY_MS = 5 * MINUTE_MS;
const MAX_SESSIONS = 20;

/** Refreshes the person's open pages, which ends the event streams of ended sessions at once. */
export const announceSessions = (tx: BusinessTransaction, { userId }: { userId: number }): void =>
  publishChange(tx, ['account'], [userId]);

export interface Person {
  businessId: number;
  userId: number;
  role: Role;
}

/** Starts a session and returns its token, which is stored nowhere; the oldest over 20 end (`announceSessions`). */
export async function startSession(
  tx: Queries,
  context: Pick<Context, 'now' | 'ip' | 'userAgent'>,
  person: Person,
): Promise<string> {
  const token = newToken();
  const { now, ip, userAgent } = context;
  await tx.insert(sessions).values({
    tokenHash: hashToken(token),
    ...person,
    userAgent,
    ip,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_LIMIT_MS),
  });
  await tx.execute(sql`
    delete from ${sessions} where business_id = ${person.businessId} and user_id = ${person.userId} and id in (
      select id from ${sessions} where business_id = ${person.businessId} and user_id = ${person.userId}
      order by created_at desc, id desc offset ${MAX_SESSIONS})`);
  return token;
}

/** Notes that a session is in use; the gate calls it when the last note is old enough. */
export async function recordUse(
  services: Services,
  session: { id: number; lastUsedAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < RECORD_USE_EVERY_MS) return;
  const note = queryDirectory(services)
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(eq(sessions.id, session.id));
  await note.catch((error: unknown) => {
    // Who only looks is served by a database that only reads.
    if (!isReadOnlyServer(error)) throw error;
  });
}

/** Ends the sessions of a person; `except` keeps one, the browser that asks. */
export async function endSessions(
  tx: BusinessTransaction,
  person: { businessId: number; userId: number },
  except?: Session,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.businessId, person.businessId),
        eq(sessions.userId, person.userId),
        except ? ne(sessions.id, except.id) : undefined,
      ),
    );
  announceSessions(tx, person);
}

/** Ends one session of a person. @returns false when the person has no such session */
export async function endSession(
  tx: BusinessTransaction,
  person: { businessId: number; userId: number },
  sessionId: number,
): Promise<boolean> {
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.businessId, person.businessId),
        eq(sessions.userId, person.userId),
        eq(sessions.id, sessionId),
      ),
    )
    .returning({ id: sessions.id });
  announceSessions(tx, person);
  return ended.length > 0;
}

/** Forgets sessions that reached their end or idled too long. */
export async function deleteOldSessions(services: Services, now: Date): Promise<void> {
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS);
  await queryDirectory(services)
    .delete(sessions)
    .where(or(lt(sessions.expiresAt, now), lt(sessions.lastUsedAt, idleSince)));
}

/** A changed role counts from the next call on. */
export async function setSessionRole(tx: Queries, person: Person): Promise<void> {
  await tx
    .update(sessions)
    .set({ role: person.role })
    .where(and(eq(sessions.businessId, person.businessId), eq(sessions.userId, person.userId)));
}
