/** Statements over the global tables that wait for a connection without being written down yet. */
import type { PoolClient } from 'pg';
import type { Services } from './context.ts';
import { acquireConnection, getQueries } from './database/database.ts';
import type { Queries } from './database/database.ts';
import { retryOnStaleConnection } from './database/statementNames.ts';

/** A connection that was waited for. */
export interface Turn {
  /**
   * Resolves once it is free, or none came free in time, of which `use` tells. At once where the pool opens another one
   * instead: whatever that takes, others may be free meanwhile, for the next turn.
   */
  come: Promise<void>;
  /** Says single statements over the global tables on it and gives it back. */
  use<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
}

/** Waits for a connection to the global tables; what is to be said on it may still grow meanwhile. It has to be used. */
export function turnAtDirectory({ database: { pool } }: Services): Turn {
  const opensAnother = pool.idleCount === 0 && pool.totalCount < pool.options.max;
  let waited: Promise<PoolClient> | undefined = acquireConnection(pool);
  const nothing = () => undefined;
  const come = waited.then(nothing, nothing);
  return {
    come: opensAnother ? Promise.resolve() : come,
    use: (work) =>
      retryOnStaleConnection(async () => {
        const client = await (waited ?? acquireConnection(pool));
        waited = undefined;
        try {
          const result = await work(getQueries(client));
          client.release();
          return result;
        } catch (error) {
          client.release(error as Error);
          throw error;
        }
      }),
  };
}
