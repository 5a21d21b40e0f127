import DataLoader from 'dataloader';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Services, Session } from '#platform/server/context.ts';
import type { PooledConnection } from '#platform/server/database/connectionPool.ts';
import { Queries } from '#platform/server/database/queries.ts';
import { assertNoTransaction } from '#platform/server/database/connection.ts';
import { retryOnStaleConnection } from '#platform/server/database/statementNames.ts';
import { prepareQuery } from '#platform/server/database/prepareQuery.ts';
import { hashToken } from '#platform/server/secrets.ts';
import { queryDirectory } from '#platform/server/tenancy.ts';
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

interface Lookup {
  tokenHash: Buffer;
  now: Date;
}

type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];

/** The live sessions of these tokens, at the latest of their times. */
function findSessions(queries: Queries, wanted: readonly Lookup[]) {
  const now = new Date(Math.max(...wanted.map((one) => one.now.getTime())));
  return byTokens(queries, '').execute({
    tokenHashes: wanted.map(({ tokenHash }) => tokenHash),
    now,
    idleSince: new Date(now.getTime() - IDLE_LIMIT_MS),
  });
}

const MAX_BATCH = 100;

/**
 * Looks up in one statement the sessions of all requests that arrive in one tick or while every connection is in use
 * (docs/decisions/027). Nothing is cached.
 */
function createLoader({ database: { lookups } }: Services) {
  let next: Promise<PooledConnection> | undefined;
  const acquire = () => {
    const acquired = next ?? lookups.acquire();
    next = undefined;
    return acquired;
  };
  return new DataLoader<Lookup, SessionRow | null>(
    async (wanted) => {
      const rows = await retryOnStaleConnection(async () => {
        const connection = await acquire();
        try {
          const sessionRows = await findSessions(new Queries(connection), wanted);
          connection.release();
          return sessionRows;
        } catch (error) {
          connection.release(error as Error);
          throw error;
        }
      });
      const byHash = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
      return wanted.map(({ tokenHash }) => byHash.get(tokenHash.toString('hex')) ?? null);
    },
    {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) =>
        setImmediate(() => {
          // A connection that is still opening may take longer than one that is released meanwhile.
          const opensAnother = lookups.idleCount === 0 && lookups.totalCount < lookups.options.max;
          const acquired = lookups.acquire();
          const send = () => {
            next = acquired;
            dispatch();
          };
          if (opensAnother) send();
          else acquired.then(send, send);
        }),
    },
  );
}

const loaders = new WeakMap<Services, ReturnType<typeof createLoader>>();

function loadSession(services: Services, tokenHash: Buffer, now: Date): Promise<SessionRow | null> {
  // It would wait for the connection that it holds itself.
  assertNoTransaction();
  const loader = loaders.get(services) ?? createLoader(services);
  loaders.set(services, loader);
  return loader.load({ tokenHash, now });
}

/** Whether the session of a token has not ended. Does not count as use: an open page must not keep it alive. */
export const isSessionValid = async (services: Services, token: string, now: Date): Promise<boolean> =>
  (await loadSession(services, hashToken(token), now)) !== null;

/** The session with this hash of its token, or null when there is none, it idled too long or reached its end. */
export async function findSession(services: Services, tokenHash: Buffer, now: Date): Promise<Session | null> {
  const row = await loadSession(services, tokenHash, now);
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
