/** Connections of tests beside those of the product. */

import pg from 'pg';

/**
 * A pool on a database that is dropped after the test. The end of a pool does not wait until its sockets are closed,
 * so the drop may cut one: the connection and, for idle ones, the pool then emit an error that does not matter. Queries
 * on a broken connection are rejected anyway.
 */
export function createPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString, ...options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
