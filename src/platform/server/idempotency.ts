/**
 * Idempotency keys: the same key and body within 24 hours returns the first answer again. The key is claimed in the
 * transaction of the write, so both are committed or neither. Answers that show a secret once are not stored.
 */

import { and, eq, gt, lt } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { BusinessScope, IdempotencyKey, Services } from './context.ts';
import { Queries } from './database/queries.ts';
import { idempotencyKeys } from './database/tables.ts';
import { conflict } from './errors.ts';

/** Methods that take a key. A deletion needs none: it is idempotent. */
export const KEYED_METHODS = new Set(['POST', 'PUT', 'PATCH']);

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Thrown inside a transaction whose key was claimed before; the first answer is sent instead. */
export class IdempotentReplay extends Error {
  constructor() {
    super('This request was executed before');
    this.name = 'IdempotentReplay';
  }
}

interface RequestParts {
  method: string;
  address: string;
  body: string;
}

/** The text that identifies a request; only its fingerprint is stored, because a body may hold a password. */
export const buildRequestText = ({ method, address, body }: RequestParts): string =>
  `${method} ${address}\n${body}`;

/** Fails without the tenant, by a key that is null: it is sent together with BEGIN and must have no effect if that fails. */
const CLAIM = `insert into idempotency_keys (business_id, user_id, key, fingerprint, created_at)
  values ($1::bigint, $2::bigint, case when current_setting('app.business_id', true) = $1::bigint::text then $3 end, $4,
    $5::timestamptz)
  on conflict (business_id, user_id, key) do update
  set fingerprint = excluded.fingerprint, status = null, answer = null, created_at = excluded.created_at
  where idempotency_keys.created_at < $6::timestamptz
  returning key`;

/**
 * Claims the key for this transaction. A second transaction with the same key waits here for the first.
 * @throws IdempotentReplay when the key was claimed before
 */
export async function claimKey(client: ClientBase, scope: BusinessScope, key: IdempotencyKey): Promise<void> {
  const { businessId, services, now } = scope;
  const fingerprint = services.secrets.fingerprint(key.request);
  const expiry = new Date(now.getTime() - LIFETIME_MS).toISOString();
  const values = [businessId, key.userId, key.key, fingerprint, now.toISOString(), expiry];
  const { rowCount } = await client.query({ text: CLAIM }, values);
  if (rowCount === 0) throw new IdempotentReplay();
}

const STORE = `update idempotency_keys set status = $4, answer = $5
  where business_id = $1 and user_id = $2 and key = $3`;
const RELEASE = 'delete from idempotency_keys where business_id = $1 and user_id = $2 and key = $3';

/** Stores the answer with the key. Sends its statement immediately, together with the commit. */
export function storeAnswer(
  client: ClientBase,
  { services, businessId }: BusinessScope,
  { key, answer }: { key: IdempotencyKey; answer: unknown },
): Promise<unknown> {
  const stored =
    answer === undefined || key.showsSecret
      ? null
      : services.secrets.encrypt(purposeOf({ ...key, businessId }), JSON.stringify(answer));
  return client.query({ text: STORE }, [businessId, key.userId, key.key, key.status, stored]);
}

/** Releases the key of a write that failed although its transaction is committed. Sends its statement immediately. */
export const releaseKey = (
  client: ClientBase,
  { businessId }: BusinessScope,
  { userId, key }: IdempotencyKey,
): Promise<unknown> => client.query({ text: RELEASE }, [businessId, userId, key]);

/**
 * The first answer to a key that was claimed before.
 * @throws 409 `idempotency_key_reused` when the key came with another request, `secret_not_stored` when the answer
 * showed a secret, `answer_unavailable` when it cannot be read or `serialize` refuses it, as after an update
 */
export async function getStoredAnswer(
  services: Services,
  { businessId, key, serialize }: { businessId: number; key: IdempotencyKey; serialize: Serialize | null },
): Promise<{ status: number; answer: unknown }> {
  const [row] = await new Queries(services.database.pool)
    .select()
    .from(idempotencyKeys)
    .where(ofKey(businessId, key));
  if (!row || !services.secrets.isFingerprint(row.fingerprint, key.request)) {
    throw conflict('idempotency_key_reused', 'This key was used for another request.');
  }
  if (key.showsSecret) {
    throw conflict(
      'secret_not_stored',
      'This request already went through. What it showed is shown only once: create a new one, or turn two-factor authentication off and on again.',
    );
  }
  const status = row.status ?? key.status;
  if (row.answer === null) return { status, answer: undefined };
  try {
    const answer: unknown = JSON.parse(services.secrets.decrypt(purposeOf(row), row.answer));
    // The serializer writes null as {} where the contract has an object.
    if (serialize?.(answer) === '{}' && answer === null) throw new TypeError('null is not an object');
    return { status, answer };
  } catch {
    throw conflict(
      'answer_unavailable',
      'This request already went through, but its answer can no longer be read. Reload to see the result.',
    );
  }
}

/** Throws for values of another shape. */
type Serialize = (value: unknown) => string;

/** Looks for any request that claimed the key within 24 hours. */
export async function isKeyUsed(scope: BusinessScope, key: IdempotencyKey): Promise<boolean> {
  const [row] = await new Queries(scope.services.database.pool)
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        ofKey(scope.businessId, key),
        gt(idempotencyKeys.createdAt, new Date(scope.now.getTime() - LIFETIME_MS)),
      ),
    );
  return row !== undefined;
}

/** Deletes keys older than 24 hours. */
export async function deleteOldKeys(services: Services, now: Date): Promise<void> {
  await new Queries(services.database.pool)
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - LIFETIME_MS)));
}

/** Answers are encrypted, as they may contain what is encrypted elsewhere, such as the code of a client. */
const purposeOf = ({
  businessId,
  userId,
  key,
}: {
  businessId: number;
  userId: number;
  key: string;
}): string => `first-answer:${businessId}:${userId}:${key}`;

const ofKey = (businessId: number, key: IdempotencyKey) =>
  and(
    eq(idempotencyKeys.businessId, businessId),
    eq(idempotencyKeys.userId, key.userId),
    eq(idempotencyKeys.key, key.key),
  );
