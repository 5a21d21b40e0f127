/** What a database error says of itself, also under the query builder's wrapping. */

/** The SQLSTATE of a database error. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? sqlState(error.cause) : undefined;
}

/** The name of the constraint that a statement broke. */
export function brokenConstraint(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return 'cause' in error ? brokenConstraint(error.cause) : undefined;
}

/** Whether the server refused because it only reads, as it may for a while after a failover. */
export const onlyReads = (error: unknown): boolean => sqlState(error) === '25006';
