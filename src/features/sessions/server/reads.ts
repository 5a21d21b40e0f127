import DataLoader from 'dataloader';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Services, Session } from '#platform/server/context.ts';
import { assertNoTransaction } from '#platform/server/database/database.ts';
import type { Queries } from '#platform/server/database/database.ts';
import { prepareQuery } from '#platform/server/database/prepareQuery.ts';
import { hashToken } from '#platform/server/secrets.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
import { turnAtDirectory } from '#platform/server/turn.ts';
import type { Turn } from '#platform/server/turn.ts';
import { isReadOnly } from '#features/businesses/rules.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { IDLE_LIMIT_MS, recordUse } from './actions.ts';
import { sessions } from './tables.ts';

const byTokens = prepareQuery((queries) =>
  queries
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
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
        // Out of the planner's sight: it would count the hashes and plan for them each time, which takes several
        // times as long as finding them.
        sql`${sessions.tokenHash} = any((select ${sql.placeholder('tokenHashes')}::bytea[])::bytea[])`,
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.lastUsedAt, sql.placeholder('idleSince')),
      ),
    )
    .prepare(''),
);

interface Asked {
  tokenHash: Buffer;
  now: Date;
}

type LiveSession = Awaited<ReturnType<typeof findSessions>>[number];

/** The sessions of those tokens that have one, as the last who asks sees the clock. */
function findSessions(queries: Queries, asked: readonly Asked[]) {
  const now = new Date(Math.max(...asked.map((one) => one.now.getTime())));
  return byTokens(queries, '').execute({
    tokenHashes: asked.map(({ tokenHash }) => tokenHash),
    now,
    idleSince: new Date(now.getTime() - IDLE_LIMIT_MS),
  });
}

/**
 * Every request asks for its session, and under load many come in at once: those that this process reads off the
 * network in one go, and those that come while all connections are busy, travel to the database together
 * (docs/decisions/027). Nothing is remembered.
 */
function togetherIn(services: Services) {
  let turn: Turn;
  return new DataLoader<Asked, LiveSession | null>(
    async (asked) => {
      const found = await turn.use((queries) => findSessions(queries, asked));
      const byHash = new Map(found.map((row) => [row.tokenHash.toString('hex'), row]));
      return asked.map(({ tokenHash }) => byHash.get(tokenHash.toString('hex')) ?? null);
    },
    {
      cache: false,
      batchScheduleFn: (send) =>
        setImmediate(() => {
          const next = turnAtDirectory(services);
          void next.come.then(() => {
            turn = next;
            send();
          });
        }),
    },
  );
}

const loaders = new WeakMap<Services, ReturnType<typeof togetherIn>>();

function liveSession(services: Services, token: string, now: Date): Promise<LiveSession | null> {
  // It would join those who wait for the connection that it holds itself.
  assertNoTransaction();
  const loader = loaders.get(services) ?? togetherIn(services);
  loaders.set(services, loader);
  return loader.load({ tokenHash: hashToken(token), now });
}

/** Whether the session of a token has not ended. Does not count as use: an open page must not keep it alive. */
export const isSessionValid = async (services: Services, token: string, now: Date): Promise<boolean> =>
  (await liveSession(services, token, now)) !== null;

/** The session of a token, or null when there is none, it idled too long or reached its end. */
export async function findSession(services: Services, token: string, now: Date): Promise<Session | null> {
  const row = await liveSession(services, token, now);
  if (!row) return null;
  await recordUse(services, row, now);
  const { id, businessId, userId, role, timeZone } = row;
  return { id, businessId, userId, role, timeZone, readOnly: isReadOnly(row, now) };
}

/** The sessions of a person, newest first. */
export function listSessions(services: Services, person: Pick<Session, 'businessId' | 'userId'>, now: Date) {
  return queryDirectory(services)
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
