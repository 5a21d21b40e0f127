/** Names statements, so that PostgreSQL parses and plans each text once per connection (docs/decisions/018). */

import { createHash } from 'node:crypto';
import { getRoutine, getSqlState, isReadOnlyServer } from './sqlState.ts';

/** Largest number of open connections. */
export const POOL_SIZE = 10;

/** Limits the prepared statements of a connection: lists of varying length have many texts. */
const MOST_NAMES = 500;

/** A name is the hash of its text, so that no name has two texts on any connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** @returns undefined at the limit of names, and without values, which may be part of the text then */
  getName(text: string, values: unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const existing = this.#names.get(text);
    if (existing !== undefined || this.#names.size >= MOST_NAMES) return existing;
    const name = `s_${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Detects a connection with no statement, or another one, under a name: it has to be closed. */
export function isStale(error: unknown): boolean {
  const state = getSqlState(error);
  // A pooler switched to another connection.
  if (state === '26000') return true;
  // A migration changed the result columns. Citus reports statements that it does not support with this SQLSTATE, too.
  return state === '0A000' && getRoutine(error) === 'RevalidateCachedQuery';
}

/** Also class 42, as after a migration, and a read-only server, as a new connection may reach another one. */
export const mayBeStale = (error: unknown): boolean =>
  isStale(error) || isReadOnlyServer(error) || getSqlState(error)?.startsWith('42') === true;

/** Retries after a stale connection. Each is closed, so that finally a new one is opened. */
export async function retryOnStaleConnection<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= POOL_SIZE || !isStale(error)) throw error;
    }
  }
}
