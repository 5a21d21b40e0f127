/** Guarded: resolves the session of a request, and lists the sessions of a user. */

import DataLoader from 'dataloader';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Services, Session } from '#platform/server/context.ts';
import { assertNoTransaction } from '#platform/server/database/connection.ts';
import type { PooledConnection } from '#platform/server/database/connectionPool.ts';
import type { Database } from '#platform/server/database/database.ts';
import { groupLookups } from '#platform/server/database/groupLookups.ts';
import { placeholder, prepareQuery } from '#platform/server/database/prepareQuery.ts';
import { Queries } from '#platform/server/database/queries.ts';
import { isStale, mayBeStale, retryOnStaleConnection } from '#platform/server/database/statementNames.ts';
import type { TokenKey } from '#platform/server/secrets.ts';
import { queryDirectory, type BusinessTransaction } from '#platform/server/tenancy.ts';
import { isReadOnly } from '#features/businesses/rules.ts';
import { businesses } from '#features/businesses/server/tables.ts';
import { endOfSession, IDLE_LIMIT_MS, recordUse } from './actions.ts';
import { sessions } from './tables.ts';

type Lookup = 'by hash' | 'by hash in a business';

const sessionsByHash = prepareQuery((queries, lookup: Lookup) =>
  queries
    .select({
      id: sessions.id,
      tokenHash: sessions.tokenHash,
      businessId: sessions.businessId,
      userId: sessions.userId,
      role: sessions.role,
      isSendingOnly: sessions.isSendingOnly,
      lastUsedAt: sessions.lastUsedAt,
      timeZone: businesses.timeZone,
      timeZones: businesses.timeZones,
      isCreatorBusiness: businesses.isCreatorBusiness,
      subscriptionStatus: businesses.subscriptionStatus,
      subscriptionPeriodEnd: businesses.subscriptionPeriodEnd,
      subscriptionEndsAt: businesses.subscriptionEndsAt,
    })
    .from(sessions)
    .innerJoin(businesses, eq(businesses.id, sessions.businessId))
    .where(
      and(
        lookup === 'by hash' ? undefined : eq(sessions.businessId, placeholder<number>('businessId')),
        // In a subselect, because with a plain array the planner would plan each batch separately, at several times the
        // cost of the lookup.
        sql`${sessions.tokenHash} = any((select ${sql.placeholder('tokenHashes')}::bytea[])::bytea[])`,
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.lastUsedAt, sql.placeholder('idleSince')),
      ),
    )
    .prepare(''),
);

interface Key {
  token: TokenKey;
  now: Date;
}

type SessionRow = Awaited<ReturnType<typeof findSessions>>[number];
type LookupResult = SessionRow | Error | null;

/** Returns the error of a lookup. @throws that of a stale connection, to be retried */
function returnUnlessStale(error: unknown): Error {
  if (error instanceof Error && !isStale(error)) return error;
  throw error;
}

/** Finds the live sessions of these tokens, as of the latest of their times. */
function findSessions(queries: Queries, keys: readonly Key[], businessId: number | null) {
  const now = new Date(Math.max(...keys.map((key) => key.now.getTime())));
  return sessionsByHash(queries, businessId === null ? 'by hash' : 'by hash in a business').execute({
    businessId,
    tokenHashes: keys.map(({ token }) => token.hash),
    now,
    idleSince: new Date(now.getTime() - IDLE_LIMIT_MS),
  });
}

/** The session of each key. The statements of `groupLookups` fail independently. */
async function findAllSessions(connection: PooledConnection, keys: readonly Key[]): Promise<LookupResult[]> {
  const queries = new Queries(connection);
  const results = new Map<Key, LookupResult>();
  await Promise.all(
    groupLookups(connection, keys).map(async ({ businessId, lookups }) => {
      const rows = await findSessions(queries, lookups, businessId).catch(returnUnlessStale);
      if (rows instanceof Error) for (const key of lookups) results.set(key, rows);
      else {
        const byHash = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
        for (const key of lookups) results.set(key, byHash.get(key.token.hash.toString('hex')) ?? null);
      }
    }),
  );
  return keys.map((key) => results.get(key) ?? null);
}

const MAX_BATCH = 100;

export type SessionLoader = DataLoader<Key, SessionRow | null>;

declare module '#platform/server/context.ts' {
  interface Services {
    /** Finds the sessions of all requests. */
    sessionLoader: SessionLoader;
  }
}

/** Batches the lookups of one tick, and those made while every connection is in use (docs/decisions/027). */
export function createSessionLoader({ lookups }: Database): SessionLoader {
  let next: Promise<PooledConnection> | undefined;
  const acquire = () => {
    const acquired = next ?? lookups.acquire();
    next = undefined;
    return acquired;
  };
  return new DataLoader<Key, SessionRow | null>(
    (keys) =>
      retryOnStaleConnection(async () => {
        const connection = await acquire();
        try {
          const results = await findAllSessions(connection, keys);
          connection.release(mayBeStale(connection.firstFailure));
          return results;
        } catch (error) {
          connection.release(error as Error);
          throw error;
        }
      }),
    {
      cache: false,
      maxBatchSize: MAX_BATCH,
      batchScheduleFn: (dispatch) =>
        setImmediate(() => {
          // Opening a connection may take longer than the release of another one.
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

function loadSession(services: Services, token: TokenKey, now: Date): Promise<SessionRow | null> {
  // On the embedded database, it would wait for the connection of its own transaction.
  assertNoTransaction();
  return services.sessionLoader.load({ token, now });
}

/** Returns whether the session of a token is live, without extending it: an open page must not keep it alive. */
export const isSessionValid = async (services: Services, token: TokenKey, now: Date): Promise<boolean> =>
  (await loadSession(services, token, now)) !== null;

/** Finds the live session of a token, unless it only sends notes. */
export async function findSession(services: Services, token: TokenKey, now: Date): Promise<Session | null> {
  const session = await findAnySession(services, token, now);
  return session?.isSendingOnly ? null : session;
}

/** Also one that only sends notes, for callers that check that themselves. */
export async function findAnySession(
  services: Services,
  token: TokenKey,
  now: Date,
): Promise<Session | null> {
  const row = await loadSession(services, token, now);
  if (!row) return null;
  await recordUse(services, row, now);
  const { id, businessId, userId, role, timeZone, timeZones, isSendingOnly } = row;
  return { id, businessId, userId, role, timeZone, timeZones, isSendingOnly, readOnly: isReadOnly(row, now) };
}

/** The person of a live session; null when the business has no such session. */
export async function findSessionOwner(
  tx: BusinessTransaction,
  sessionId: number,
  now: Date,
): Promise<number | null> {
  const [row] = await tx
    .select({
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(tx.inTenant(sessions), eq(sessions.id, sessionId)));
  return row && endOfSession(row) > now ? row.userId : null;
}

type PersonOfBusiness = Pick<Session, 'businessId' | 'userId'>;

/** Lists the sessions of a person, newest first: the live ones, and those that ended unused in the last 7 days. */
export async function listRecentSessions(services: Services, person: PersonOfBusiness, now: Date) {
  const rows = await queryDirectory(services)
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.businessId, person.businessId), eq(sessions.userId, person.userId)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id));
  return rows.map(({ expiresAt, ...row }) => {
    const end = endOfSession({ ...row, expiresAt });
    return { ...row, endedAt: end > now ? null : end };
  });
}

/** Lists the live sessions of a person, newest first. */
export async function listSessions(services: Services, person: PersonOfBusiness, now: Date) {
  const rows = await listRecentSessions(services, person, now);
  return rows.filter(({ endedAt }) => endedAt === null);
}
