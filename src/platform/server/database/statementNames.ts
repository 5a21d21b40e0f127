/**
 * Names statements, so that PostgreSQL parses and plans a text once for each connection: that costs more than executing
 * most of our statements (docs/decisions/018).
 */
import { createHash } from 'node:crypto';
import { isReadOnlyServer, getSqlState } from './sqlState.ts';

/** Connections that are open at the same time, at most. */
export const POOL_SIZE = 10;

/** Lists of changing length make ever new texts, which must not fill the memory of the database. */
const MOST_NAMES = 500;

/** Named although they have no values. */
const BOUNDS = new Set(['BEGIN', 'COMMIT']);

/** A name is the hash of its text, so that one name never stands for two texts on any connection. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** @returns undefined when there are enough names, or when the values may be part of the text */
  getName(text: string, values: unknown[]): string | undefined {
    if (values.length === 0 && !BOUNDS.has(text)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    const name = `s_${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}

/** The connection does not know a statement, or knows another one, by our name: it has to be closed. */
const STALE = new Set([
  // A pooler between us and the database handed out another connection.
  '26000',
  // A migration changed the result columns of a statement.
  '0A000',
]);

export const isStale = (error: unknown): boolean => STALE.has(getSqlState(error) ?? '');

/**
 * Class 42: types or columns changed, as by a migration. Or the server is read-only: after a failover a new connection
 * may lead to another server.
 */
export const mayBeStale = (error: unknown): boolean =>
  isStale(error) || isReadOnlyServer(error) || getSqlState(error)?.startsWith('42') === true;

/** Tries again after a stale connection. Each is closed, so that in the end a new one is opened. */
export async function retryOnStaleConnection<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= POOL_SIZE || !isStale(error)) throw error;
    }
  }
}
