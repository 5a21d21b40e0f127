/**
 * Guarded: the transactions of a business, the only access to its rows. Each sets role and tenant only for itself, so
 * that row-level security applies to every statement, also behind pgbouncer in transaction mode.
 */

import type { BusinessScope, Services } from './context.ts';
import { assertNoTransaction } from './database/connection.ts';
import type { PooledConnection } from './database/connectionPool.ts';
import { Queries } from './database/queries.ts';
import { beginWithTenant, formatTenant } from './database/setTenant.ts';
import { ABORTED, getSqlState } from './database/sqlState.ts';
import { isStale, mayBeStale, retryOnStaleConnection } from './database/statementNames.ts';
import { Transaction } from './database/transaction.ts';
import { CommitAndThrowError } from './errors.ts';
import { claimKey, releaseKey, storeAnswer } from './idempotency.ts';

declare const tenant: unique symbol;

/** A transaction of one business; only this file creates one. */
export type BusinessTransaction = Transaction & { readonly [tenant]: true };

const RETRIES = 3;
/** Deadlock and serialization failure, which PostgreSQL recommends to retry. */
const RETRYABLE = new Set(['40P01', '40001']);

/**
 * Runs a write in one transaction of the business. An error rolls it back, except for a `CommitAndThrowError`. Changes
 * of `publishChange` are sent to open pages after the commit.
 */
export async function writeInBusiness<T>(
  scope: BusinessScope,
  work: (tx: BusinessTransaction) => Promise<T>,
): Promise<T> {
  return retry(() => writeOnce(scope, work));
}

async function retry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryOnStaleConnection(run);
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has(getSqlState(error) ?? '')) throw error;
    }
  }
}

async function writeOnce<T>(scope: BusinessScope, work: (tx: BusinessTransaction) => Promise<T>): Promise<T> {
  const connection = await scope.services.database.pool.acquire();
  const begun = beginTenant(connection, scope.businessId);
  begun.catch(() => undefined);
  const tx = toBusinessTransaction(new Transaction(connection, 'write'), scope.businessId);
  let result: T | CommitAndThrowError;
  try {
    const key = scope.idempotency && !scope.idempotency.claimed ? scope.idempotency : undefined;
    const claimed = key && claimKey(connection, scope, key);
    claimed?.catch(() => undefined);
    // Without a transaction each statement would commit separately.
    await begun;
    await claimed;
    result = await runWrite(tx, () => work(tx).catch(toCommitAndThrow));
    const isRefused = result instanceof CommitAndThrowError;
    await commit(tx, () => {
      if (!key) return [];
      return [
        isRefused
          ? releaseKey(connection, scope, key)
          : storeAnswer(connection, scope, { key, answer: result }),
      ];
    });
    if (key) key.claimed = !isRefused;
  } catch (error) {
    throw await rollBack(tx, error);
  }
  connection.release();
  for (const change of tx.changes)
    scope.services.events.publish({
      businessId: scope.businessId,
      actorId: scope.session?.userId,
      ...change,
    });
  tx.runAfterCommit();
  if (result instanceof CommitAndThrowError) throw result.error;
  return result;
}

/** Runs the work of a write, and then what reacts to it in the same transaction. */
const runWrite = <T>(tx: Transaction, work: () => Promise<T>): Promise<T> =>
  tx.run(async () => {
    const result = await work();
    await tx.runBeforeEnd();
    return result;
  });

/** Async, so that an invalid id fails as the statement does, and the connection is released. */
const beginTenant = async (connection: PooledConnection, businessId: number): Promise<unknown> =>
  sendAll(connection, beginWithTenant(businessId, connection));

const sendAll = (connection: PooledConnection, statements: string[]): Promise<unknown> =>
  Promise.all(statements.map((statement) => connection.query(statement)));

function toCommitAndThrow(error: unknown): CommitAndThrowError {
  if (error instanceof CommitAndThrowError) return error;
  throw error;
}

/**
 * Runs reads of the business. The statements of each tick are one transaction, which is sent as a whole, so that most
 * reads take one round trip.
 */
export async function readInBusiness<T>(
  scope: BusinessScope,
  work: (tx: BusinessTransaction) => Promise<T>,
): Promise<T> {
  return retry(() => readOnce(scope, work));
}

async function readOnce<T>(scope: BusinessScope, work: (tx: BusinessTransaction) => Promise<T>): Promise<T> {
  const connection = await scope.services.database.pool.acquire();
  const tx = toBusinessTransaction(new Transaction(connection, 'read'), scope.businessId);
  try {
    return await connection.runReads(scope.businessId, () => tx.run(() => work(tx)));
  } catch (error) {
    throw toCause(connection, error);
  } finally {
    connection.release(mayBeStale(connection.firstFailure));
  }
}

/**
 * Sends the before-commit statements together with the commit.
 * @throws when any statement of the transaction failed, even if its error was caught
 */
async function commit(tx: Transaction, sendLast: () => Promise<unknown>[] = () => []): Promise<void> {
  const { connection } = tx;
  assertNoFailure(tx);
  const results = [...tx.sendBeforeCommit(), ...sendLast()];
  for (const result of results) result.catch(() => undefined);
  // A value that cannot be serialized fails before its statement is sent, so PostgreSQL would commit the rest.
  if (connection.firstFailure !== undefined) await Promise.all(results);
  const [{ command }] = await Promise.all([
    connection.query('COMMIT') as Promise<{ command: string }>,
    ...results,
  ]);
  // PostgreSQL may return ROLLBACK without an error.
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`);
}

function assertNoFailure({ connection }: Transaction): void {
  if (connection.firstFailure !== undefined)
    throw new Error('The error of a failed statement was ignored, so the transaction was rolled back');
}

/** Rolls back the transaction. @returns the cause of the error */
async function rollBack({ connection }: Transaction, error: unknown): Promise<unknown> {
  const cause = toCause(connection, error);
  try {
    await connection.query('ROLLBACK');
    connection.release(mayBeStale(connection.firstFailure ?? cause));
  } catch (broken) {
    connection.release(broken as Error);
  }
  return cause;
}

/** The first failure of the transaction, rather than its consequence in a later statement. */
function toCause({ firstFailure }: PooledConnection, error: unknown): unknown {
  const isConsequence = getSqlState(error) === ABORTED || (isStale(error) && firstFailure !== undefined);
  return isConsequence ? firstFailure : error;
}

/** Runs reads of a business as of one moment, in one transaction on a connection of the database. */
export async function readSnapshot<T>(
  { pool }: Pick<Services['database'], 'pool'>,
  businessId: number,
  work: (tx: BusinessTransaction) => Promise<T>,
): Promise<T> {
  const connection = await pool.acquire();
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tx = await setTenant(new Transaction(connection, 'read'), businessId);
    const result = await tx.run(() => work(tx));
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    // Ends the connection, and with it the transaction and its cursors.
    connection.release(error as Error);
    throw error;
  }
}

/** Runs a write on the global tables (businesses, usernames, sessions). `setTenant` extends it to one business. */
export async function writeInDirectory<T>(
  services: Services,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return retry(() => writeInDirectoryOnce(services, work));
}

async function writeInDirectoryOnce<T>(
  services: Services,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const connection = await services.database.pool.acquire();
  const tx = new Transaction(connection, 'write');
  let result: T;
  try {
    await connection.query('BEGIN');
    result = await runWrite(tx, () => work(tx));
    await commit(tx);
  } catch (error) {
    throw await rollBack(tx, error);
  }
  connection.release();
  tx.runAfterCommit();
  return result;
}

/** Limits the rest of a transaction to the rows of one business. */
export async function setTenant(tx: Transaction, businessId: number): Promise<BusinessTransaction> {
  await sendAll(tx.connection, formatTenant(businessId, tx.connection));
  return toBusinessTransaction(tx, businessId);
}

function toBusinessTransaction(tx: Transaction, businessId: number): BusinessTransaction {
  tx.businessId = businessId;
  return tx as BusinessTransaction;
}

/** Executes single statements on the global tables, outside a transaction. */
export function queryDirectory(services: Services): Queries {
  assertNoTransaction();
  return new Queries(services.database.pool);
}

/** Publishes to open pages, after the commit, that lists have changed. */
export function publishChange(tx: BusinessTransaction, topics: string[], userIds?: number[]): void {
  tx.changes.push(userIds ? { topics, userIds } : { topics });
}
