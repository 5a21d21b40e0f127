/**
 * Guarded: the only door to a business's rows. Every transaction runs under the app role with
 * `app.business_id` set for itself alone, so that row-level security refuses what a statement forgot.
 * Nothing that it sets outlives it, so it works behind pgbouncer in transaction mode.
 */
import type { PoolClient } from 'pg';
import type { BusinessScope, Services } from './context.ts';
import {
  acquireConnection,
  getFirstFailure,
  getQueries,
  assertNoTransaction,
  transaction,
} from './database/database.ts';
import type { Queries, Said } from './database/database.ts';
import { beginIn, enterIn, enterWith } from './database/setTenant.ts';
import { ABORTED, getSqlState } from './database/sqlState.ts';
import { retryOnStaleConnection, isStale, mayBeStale } from './database/statementNames.ts';
import { CommitAndThrowError } from './errors.ts';
import type { DataChange } from './events.ts';
import { releaseKey, storeAnswer, claimKey } from './idempotency.ts';
import { sayLastWords, writing } from './lastWords.ts';

declare const scoped: unique symbol;

/** A transaction of one business. Nothing outside this file can make one. */
export type BusinessTransaction = Queries & { readonly [scoped]: true };

const RETRIES = 3;
/** Deadlock and serialisation failure: the database asks to try again. */
const TRY_AGAIN = new Set(['40P01', '40001']);

const changesOf = new WeakMap<object, Omit<DataChange, 'businessId'>[]>();
const afterwards = new WeakMap<object, (() => void)[]>();

/**
 * Runs a write in one transaction of the caller's business. What the work throws rolls it back, but for
 * a `KeptRefusal`.
 * Changes announced with `changed` are told to open pages after the commit.
 */
export async function writeInBusiness<T>(
  scope: BusinessScope,
  work: (tx: BusinessTransaction) => Promise<T>,
): Promise<T> {
  return repeatedly(() => writeOnce(scope, work));
}

/** Again, when the database asks for it: the transaction that it ended has left nothing. */
async function repeatedly<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryOnStaleConnection(run);
    } catch (error) {
      if (attempt >= RETRIES || !TRY_AGAIN.has(getSqlState(error) ?? '')) throw error;
    }
  }
}

async function writeOnce<T>(scope: BusinessScope, work: (tx: BusinessTransaction) => Promise<T>): Promise<T> {
  const { client, tx, begun } = await begin(scope);
  let result: T | CommitAndThrowError;
  const said = writing();
  try {
    const key = scope.idempotency && !scope.idempotency.claimed ? scope.idempotency : undefined;
    const taken = key && claimKey(client, scope, key);
    taken?.catch(() => undefined);
    // Without a transaction each statement would count by itself.
    await begun;
    await taken;
    result = await during(() => work(tx), said).catch(keptRefusal);
    const refused = result instanceof CommitAndThrowError;
    refuseSwallowed(client);
    // In one journey.
    await Promise.all([
      ...sayLastWords(said),
      key && (refused ? releaseKey(client, scope, key) : storeAnswer(client, scope, { key, answer: result })),
      commit(client),
    ]);
    if (key) key.claimed = !refused;
  } catch (error) {
    forget(tx);
    throw await rollBack(client, error);
  }
  client.release();
  publish(scope, tx);
  runAfterwards(tx);
  if (result instanceof CommitAndThrowError) throw result.error;
  return result;
}

function keptRefusal(error: unknown): CommitAndThrowError {
  if (error instanceof CommitAndThrowError) return error;
  throw error;
}

type Reading<T> = (tx: BusinessTransaction) => Promise<T>;

/** Runs reads in one transaction of the caller's business; answers without waiting for its end. */
export async function readInBusiness<T>(scope: BusinessScope, work: Reading<T>): Promise<T> {
  return repeatedly(() => readOnce(scope, work));
}

async function readOnce<T>(scope: BusinessScope, work: Reading<T>): Promise<T> {
  const { client, tx, begun } = await begin(scope);
  try {
    const result = await onceBegun(begun, () => work(tx));
    client.query('COMMIT').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
    return result;
  } catch (error) {
    throw await rollBack(client, error);
  }
}

/**
 * As `readInBusiness`, for work that says all its statements before it has heard of any: the whole transaction
 * travels in one journey. A statement that comes later is refused.
 */
export async function readAtOnce<T>(scope: BusinessScope, work: Reading<T>): Promise<T> {
  return repeatedly(() => readInOneJourney(scope, work));
}

async function readInOneJourney<T>(scope: BusinessScope, work: Reading<T>): Promise<T> {
  const { client, tx, begun } = await begin(scope, enterWith);
  const said = { over: false };
  // The driver sends what was said until then: whatever came later would be outside of the business.
  process.nextTick(() => (said.over = true));
  try {
    const result = await onceBegun(begun, () => work(tx), said);
    client.release();
    return result;
  } catch (error) {
    throw await rollBack(client, error, () => begun);
  }
}

/** Outside of a transaction every table looks empty: that it did not begin is said rather than what was read. */
async function onceBegun<T>(begun: Promise<unknown>, work: () => Promise<T>, said?: Said): Promise<T> {
  try {
    return await during(work, said);
  } finally {
    await begun;
  }
}

/** Whatever has not ended with the work, because a part of it failed, says nothing more. */
async function during<T>(work: () => Promise<T>, said: Said = { over: false }): Promise<T> {
  try {
    return await transaction.run(said, work);
  } finally {
    said.over = true;
  }
}

interface Begun {
  client: PoolClient;
  tx: BusinessTransaction;
  /** Rejects when there is no transaction; what is read may be asked for before that is known. */
  begun: Promise<unknown>;
}

async function begin(scope: BusinessScope, enter = beginIn): Promise<Begun> {
  const businessId = Number(scope.businessId);
  if (!Number.isSafeInteger(businessId) || businessId < 1) throw new Error('A transaction needs a business');
  const client = await acquireConnection(scope.services.database.pool);
  // Not awaited here: for a read it travels with the first statement in one round trip.
  const begun = enter(client, businessId);
  begun.catch(() => undefined);
  return { client, tx: getQueries(client) as BusinessTransaction, begun };
}

/** A statement failed and nobody minded: nothing that the transaction did will be kept. */
function refuseSwallowed(client: PoolClient): void {
  if (getFirstFailure(client) !== undefined)
    throw new Error('A failed statement was swallowed, so the transaction was undone');
}

/** The server may answer ROLLBACK, and no error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}`);
}

/** Undoes the transaction. @returns why it failed: not the echo of a later statement, but the first failure */
async function rollBack(
  client: PoolClient,
  heard: unknown,
  undone = (): Promise<unknown> => client.query('ROLLBACK'),
): Promise<unknown> {
  const first = getFirstFailure(client);
  const isEcho = getSqlState(heard) === ABORTED || (isStale(heard) && first !== undefined);
  const reason = isEcho ? first : heard;
  try {
    await undone();
    client.release(mayBeStale(first ?? reason));
  } catch (error) {
    client.release(error as Error);
  }
  return reason;
}

/**
 * Runs a transaction over the global tables: the directory of businesses, usernames, sessions.
 * `enterBusiness` turns it into one of a business, for what must happen together (registration).
 */
export async function writeInDirectory<T>(services: Services, work: (tx: Queries) => Promise<T>): Promise<T> {
  return repeatedly(() => directoryOnce(services, work));
}

async function directoryOnce<T>(services: Services, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await acquireConnection(services.database.pool);
  const tx = getQueries(client);
  let result: T;
  const said = writing();
  try {
    await client.query('BEGIN');
    result = await during(() => work(tx), said);
    refuseSwallowed(client);
    await Promise.all([...sayLastWords(said), commit(client)]);
  } catch (error) {
    forget(tx);
    throw await rollBack(client, error);
  }
  client.release();
  runAfterwards(tx);
  return result;
}

/** From here on the transaction sees the rows of one business and no others, until it ends. */
export async function setTenant(tx: Queries, businessId: number): Promise<BusinessTransaction> {
  await enterIn(tx, businessId);
  return tx as BusinessTransaction;
}

/** Single statements over the global tables, outside a transaction. */
export function queryDirectory(services: Services): Queries {
  assertNoTransaction();
  return getQueries(services.database.pool);
}

/** Announces that lists changed; open pages hear of it once the transaction is committed. */
export function publishChange(tx: BusinessTransaction, topics: string[], userIds?: number[]): void {
  const list = changesOf.get(tx) ?? [];
  changesOf.set(tx, list);
  list.push(userIds ? { topics, userIds } : { topics });
}

function publish(scope: BusinessScope, tx: BusinessTransaction): void {
  const list = changesOf.get(tx);
  if (!list) return;
  changesOf.delete(tx);
  for (const change of list) scope.services.events.publish({ businessId: scope.businessId, ...change });
}

/** Runs once the transaction is committed, and not at all when it is undone. */
export function afterCommit(tx: Queries, run: () => void): void {
  const list = afterwards.get(tx) ?? [];
  afterwards.set(tx, list);
  list.push(run);
}

function runAfterwards(tx: Queries): void {
  const list = afterwards.get(tx);
  afterwards.delete(tx);
  for (const run of list ?? []) run();
}

/** The connection's next transaction must not announce what this one undid. */
function forget(tx: Queries): void {
  changesOf.delete(tx);
  afterwards.delete(tx);
}
