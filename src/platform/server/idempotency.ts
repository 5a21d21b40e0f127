/**
 * Idempotency keys: the same key and body within 24 hours answers the first answer again.
 * The key is taken inside the transaction of the write, so note and key are there together or not at all.
 */
import { and, eq, gt, lt } from 'drizzle-orm';
import type { BusinessScope, IdempotencyKey, Services } from './context.ts';
import { queriesOn } from './database/database.ts';
import type { Queries } from './database/database.ts';
import { idempotencyKeys } from './database/tables.ts';
import { conflict } from './errors.ts';

/** Methods that take a key. A deletion needs none: done twice, it is done. */
export const KEYED = new Set(['POST', 'PUT', 'PATCH']);

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Thrown inside a transaction whose key was taken before; the first answer is sent instead. */
export class AlreadyDone extends Error {
  constructor() {
    super('This request was carried out before');
    this.name = 'AlreadyDone';
  }
}

interface Sent {
  method: string;
  address: string;
  body: string;
}

/** The text that tells the same request from another; kept as a fingerprint alone, because a body may hold a password. */
export const requestText = ({ method, address, body }: Sent): string => `${method} ${address}\n${body}`;

/**
 * Takes the key for this transaction. A second transaction with the same key waits here for the first.
 * @throws AlreadyDone when the key was taken before
 */
export async function takeKey(tx: Queries, scope: BusinessScope, key: IdempotencyKey): Promise<void> {
  const fingerprint = scope.services.secrets.fingerprint(key.request);
  const fresh = { fingerprint, status: null, answer: null, createdAt: scope.now };
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ businessId: scope.businessId, userId: key.userId, key: key.key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotencyKeys.businessId, idempotencyKeys.userId, idempotencyKeys.key],
      set: fresh,
      setWhere: lt(idempotencyKeys.createdAt, new Date(scope.now.getTime() - KEPT_MS)),
    })
    .returning({ key: idempotencyKeys.key });
  if (taken.length === 0) throw new AlreadyDone();
}

/** Keeps the answer beside the key; both are committed with the write. */
export async function keepAnswer(
  tx: Queries,
  scope: BusinessScope,
  { key, answer }: { key: IdempotencyKey; answer: unknown },
): Promise<void> {
  await tx
    .update(idempotencyKeys)
    .set({ status: key.status, answer: answer === undefined ? null : sealed(scope, key, answer) })
    .where(ofKey(scope.businessId, key));
}

/** Leaves the key free again, for a write that was refused although its transaction is committed. */
export async function giveBackKey(tx: Queries, scope: BusinessScope, key: IdempotencyKey): Promise<void> {
  await tx.delete(idempotencyKeys).where(ofKey(scope.businessId, key));
}

/**
 * The first answer to a key that was taken before.
 * @throws 409 `idempotency_key_reused` when the key came with another request
 */
export async function firstAnswer(
  services: Services,
  businessId: number,
  key: IdempotencyKey,
): Promise<{ status: number; answer: unknown }> {
  const [row] = await queriesOn(services.database.pool)
    .select()
    .from(idempotencyKeys)
    .where(ofKey(businessId, key));
  if (!row || !services.secrets.isFingerprint(row.fingerprint, key.request)) {
    throw conflict('idempotency_key_reused', 'This key was used for another request.');
  }
  return {
    status: row.status ?? key.status,
    answer: row.answer === null ? undefined : opened(services, row, row.answer),
  };
}

/** Was the key taken by an earlier request within 24 hours, whatever that request was? */
export async function wasTaken(scope: BusinessScope, key: IdempotencyKey): Promise<boolean> {
  const [row] = await queriesOn(scope.services.database.pool)
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        ofKey(scope.businessId, key),
        gt(idempotencyKeys.createdAt, new Date(scope.now.getTime() - KEPT_MS)),
      ),
    );
  return row !== undefined;
}

/** Forgets keys older than 24 hours. */
export async function forgetOldKeys(services: Services, now: Date): Promise<void> {
  await queriesOn(services.database.pool)
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_MS)));
}

type KeyRow = Pick<typeof idempotencyKeys.$inferSelect, 'businessId' | 'userId' | 'key'>;
const purposeOf = ({ businessId, userId, key }: KeyRow): string =>
  `first-answer:${businessId}:${userId}:${key}`;

const sealed = ({ services, businessId }: BusinessScope, key: IdempotencyKey, answer: unknown): Buffer =>
  services.secrets.seal(purposeOf({ ...key, businessId }), JSON.stringify(answer));

const opened = ({ secrets }: Services, row: KeyRow, answer: Buffer): unknown =>
  JSON.parse(secrets.open(purposeOf(row), answer));

const ofKey = (businessId: number, key: IdempotencyKey) =>
  and(
    eq(idempotencyKeys.businessId, businessId),
    eq(idempotencyKeys.userId, key.userId),
    eq(idempotencyKeys.key, key.key),
  );
