/**
 * Names statements, so that a connection of the database reads and plans a text once and is told its name from then
 * on: reading and planning cost more than most of our statements themselves.
 */
import { createHash } from 'node:crypto';
import { isReadOnlyServer, getSqlState } from './sqlState.ts';

/** Connections that are open at the same time, at most. */
export const POOL_SIZE = 10;

/** Texts are made by the query builder of a few hundred parts; lists of changing length must not fill the database. */
const MOST_NAMES = 500;

/** Said without values all the time. */
const BOUNDS = new Set(['BEGIN', 'COMMIT']);

/** Gives texts names that say which text it is, so that no connection, whoever had it before, can take one for another. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** @returns nothing for a text that came when there were names enough, or that may have its values written into it */
  getName(text: string, values: unknown[]): string | undefined {
    if (values.length === 0 && !BOUNDS.has(text)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    const name = `s_${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}

/** What a connection answers whose statements are no longer what it was told: it has to be given up. */
const STALE = new Set([
  // Somebody between us and the database handed out another connection.
  '26000',
  // A migration changed the columns that a statement answers with.
  '0A000',
]);

/** Whether this is the failure of a connection that knows no or other statements by our names. */
export const isStale = (error: unknown): boolean => STALE.has(getSqlState(error) ?? '');

/**
 * Class 42: types and columns are not what the statement was read with, as they may be after a migration. Or the
 * server only reads: after a failover this connection may lead to the old one, and a new one to the other.
 */
export const mayBeStale = (error: unknown): boolean =>
  isStale(error) || isReadOnlyServer(error) || getSqlState(error)?.startsWith('42') === true;

/** Asks again while a connection fails so. It is given up each time, so that at last there is a new one. */
export async function retryOnStaleConnection<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= POOL_SIZE || !isStale(error)) throw error;
    }
  }
}
