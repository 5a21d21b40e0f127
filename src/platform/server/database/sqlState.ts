/** Reads database errors, also those that the query builder has wrapped. */

import { DatabaseError } from 'pg';

/** The SQLSTATE of a database error. */
export const getSqlState = (error: unknown): string | undefined => getField(error, 'code');

/** The function of PostgreSQL that reported an error; unlike the message it is not translated. */
export const getRoutine = (error: unknown): string | undefined => getField(error, 'routine');

function getField(error: unknown, name: 'code' | 'routine'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  if (typeof value === 'string') return value;
  return 'cause' in error ? getField(error.cause, name) : undefined;
}

/** Where the field `constraint` is missing, as in errors of a Citus worker. */
const IN_MESSAGE = /constraint "(\w+)"/;
/** Citus appends the shard ID. */
const SHARD = /_\d{6,}$/;

/** The name of the violated constraint. */
export function getBrokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The error of the database is the innermost; the message of the query builder contains the statement.
  if (error.cause instanceof Error) return getBrokenConstraint(error.cause);
  const named =
    'constraint' in error && typeof error.constraint === 'string'
      ? error.constraint
      : IN_MESSAGE.exec(error.message)?.[1];
  return named?.replace(SHARD, '');
}

/** Network errors, and SQLSTATEs of closed and rejected connections. */
const LOST = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|08|28|3D|57P0|53300|25P03)/;
const LOST_MESSAGE =
  /timeout exceeded when trying to connect|not currently accepting connections|Connection terminated|Client has encountered|not queryable|Query read timeout/i;

/** Recognizes a failed or lost connection, as opposed to a failed statement. */
export function isConnectionLost(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (LOST_MESSAGE.test(cause.message)) return true;
  }
  return LOST.test(getSqlState(error) ?? '');
}

/** SQLSTATEs of an open connection that mean that the database cannot execute the statement now. */
const UNABLE = /^(53|58|25006|57014|XX)/;

/** Matches temporary failures: the connection was lost, or the database is overloaded, full or read-only. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) || UNABLE.test(getSqlState(error) ?? '');

/** Recognizes an error that the database returned for a statement. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof DatabaseError || (error instanceof Error && isDatabaseError(error.cause));

/** Recognizes a read-only server, as it may be for a while after a failover. */
export const isReadOnlyServer = (error: unknown): boolean => getSqlState(error) === '25006';

/** The SQLSTATE of statements after a failed one; the reason is in the first error. */
export const ABORTED = '25P02';
export const UNIQUE_VIOLATION = '23505';
