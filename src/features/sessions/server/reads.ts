import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Services, Session } from '../../../platform/server/context.ts';
import { builtOnce } from '../../../platform/server/database/builtOnce.ts';
import { hashToken } from '../../../platform/server/secrets.ts';
import { directory } from '../../../platform/server/tenancy.ts';
import { isReadOnly } from '../../businesses/rules.ts';
import { businesses } from '../../businesses/server/tables.ts';
import { IDLE_LIMIT_MS, noteUse } from './service.ts';
import { sessions } from './tables.ts';

const byToken = builtOnce((queries) =>
  queries
    .select({
      id: sessions.id,
      businessId: sessions.businessId,
      userId: sessions.userId,
      role: sessions.role,
      lastUsedAt: sessions.lastUsedAt,
      timeZone: businesses.timeZone,
      isCreatorBusiness: businesses.isCreatorBusiness,
      subscriptionStatus: businesses.subscriptionStatus,
      subscriptionPeriodEnd: businesses.subscriptionPeriodEnd,
      subscriptionEndsAt: businesses.subscriptionEndsAt,
    })
    .from(sessions)
    .innerJoin(businesses, eq(businesses.id, sessions.businessId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.lastUsedAt, sql.placeholder('idleSince')),
      ),
    )
    .prepare(''),
);

async function liveSession(services: Services, token: string, now: Date) {
  const idleSince = new Date(now.getTime() - IDLE_LIMIT_MS);
  const [row] = await byToken(directory(services), '').execute({
    tokenHash: hashToken(token),
    now,
    idleSince,
  });
  return row ?? null;
}

/** Whether the session of a token goes on. Looks only: a page that is left open is no use of it. */
export const sessionStands = async (services: Services, token: string, now: Date): Promise<boolean> =>
  (await liveSession(services, token, now)) !== null;

/** The session of a token, or null when there is none, it idled too long or reached its end. */
export async function resolveSession(services: Services, token: string, now: Date): Promise<Session | null> {
  const row = await liveSession(services, token, now);
  if (!row) return null;
  await noteUse(services, row, now);
  const { id, businessId, userId, role, timeZone } = row;
  return { id, businessId, userId, role, timeZone, readOnly: isReadOnly(row, now) };
}

/** The sessions of a person, newest first. */
export function listSessions(services: Services, person: Pick<Session, 'businessId' | 'userId'>, now: Date) {
  return directory(services)
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.businessId, person.businessId),
        eq(sessions.userId, person.userId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastUsedAt, new Date(now.getTime() - IDLE_LIMIT_MS)),
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
}
