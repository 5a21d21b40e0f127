/**
 * Idempotency keys: the same key and body within 24 hours answers the first answer again.
 * The key is taken inside the transaction of the write, so note and key are there together or not at all.
 */
import { and, eq, gt, lt } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { BusinessScope, IdempotencyKey, Services } from './context.ts';
import { Queries } from './database/queries.ts';
import { idempotencyKeys } from './database/tables.ts';
import { conflict } from './errors.ts';

/** Methods that take a key. A deletion needs none: done twice, it is done. */
export const KEYED_METHODS = new Set(['POST', 'PUT', 'PATCH']);

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Thrown inside a transaction whose key was taken before; the first answer is sent instead. */
export class IdempotentReplay extends Error {
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
export const buildRequestText = ({ method, address, body }: Sent): string => `${method} ${address}\n${body}`;

/** Only inside a transaction of the business: said along with its beginning, it must not count without that. */
const TAKE = `insert into idempotency_keys (business_id, user_id, key, fingerprint, status, answer, created_at)
  select $1::bigint, $2::bigint, $3, $4, null, null, $5::timestamptz
  where current_setting('app.business_id', true) = $1::bigint::text
  on conflict (business_id, user_id, key) do update
  set fingerprint = excluded.fingerprint, status = null, answer = null, created_at = excluded.created_at
  where idempotency_keys.created_at < $6::timestamptz
  returning key`;

/**
 * Takes the key for this transaction. A second transaction with the same key waits here for the first. Said at once,
 * so that it travels with the beginning of the transaction.
 * @throws AlreadyDone when the key was taken before
 */
export async function claimKey(client: ClientBase, scope: BusinessScope, key: IdempotencyKey): Promise<void> {
  const { businessId, services, now } = scope;
  const fingerprint = services.secrets.fingerprint(key.request);
  const long = new Date(now.getTime() - KEPT_MS).toISOString();
  const values = [businessId, key.userId, key.key, fingerprint, now.toISOString(), long];
  const { rowCount } = await client.query({ text: TAKE }, values);
  if (rowCount === 0) throw new IdempotentReplay();
}

const KEEP = `update idempotency_keys set status = $4, answer = $5
  where business_id = $1 and user_id = $2 and key = $3`;
const GIVE_BACK = 'delete from idempotency_keys where business_id = $1 and user_id = $2 and key = $3';

/**
 * Keeps the answer beside the key; both are committed with the write. Said at once, so that it travels with the end
 * of the transaction: the query builder would say it a moment later, after that end.
 */
export function storeAnswer(
  client: ClientBase,
  { services, businessId }: BusinessScope,
  { key, answer }: { key: IdempotencyKey; answer: unknown },
): Promise<unknown> {
  const kept = answer === undefined ? null : sealed({ services, businessId }, key, answer);
  return client.query({ text: KEEP }, [businessId, key.userId, key.key, key.status, kept]);
}

/** Leaves the key free again, for a write that was refused although its transaction is committed. Said at once. */
export const releaseKey = (
  client: ClientBase,
  { businessId }: BusinessScope,
  { userId, key }: IdempotencyKey,
): Promise<unknown> => client.query({ text: GIVE_BACK }, [businessId, userId, key]);

/**
 * The first answer to a key that was taken before.
 * @throws 409 `idempotency_key_reused` when the key came with another request
 */
export async function getStoredAnswer(
  services: Services,
  businessId: number,
  key: IdempotencyKey,
): Promise<{ status: number; answer: unknown }> {
  const [row] = await new Queries(services.database.pool)
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
export async function isKeyUsed(scope: BusinessScope, key: IdempotencyKey): Promise<boolean> {
  const [row] = await new Queries(scope.services.database.pool)
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
export async function deleteOldKeys(services: Services, now: Date): Promise<void> {
  await new Queries(services.database.pool)
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_MS)));
}

type KeyRow = Pick<typeof idempotencyKeys.$inferSelect, 'businessId' | 'userId' | 'key'>;
const purposeOf = ({ businessId, userId, key }: KeyRow): string =>
  `first-answer:${businessId}:${userId}:${key}`;

const sealed = (
  { services, businessId }: Pick<BusinessScope, 'services' | 'businessId'>,
  key: IdempotencyKey,
  answer: unknown,
): Buffer => services.secrets.seal(purposeOf({ ...key, businessId }), JSON.stringify(answer));

const opened = ({ secrets }: Services, row: KeyRow, answer: Buffer): unknown =>
  JSON.parse(secrets.open(purposeOf(row), answer));

const ofKey = (businessId: number, key: IdempotencyKey) =>
  and(
    eq(idempotencyKeys.businessId, businessId),
    eq(idempotencyKeys.userId, key.userId),
    eq(idempotencyKeys.key, key.key),
  );
