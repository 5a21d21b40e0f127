import type { Api } from './api.ts';

type Any = (...given: unknown[]) => unknown;

/** How many statements reach the database while something is done, and nothing else is. */
export async function statementsOf({ server }: Api, work: () => Promise<unknown>): Promise<number> {
  const pool = server.services.database.pool as unknown as { connect: Any; query: Any };
  const { connect, query } = pool;
  const undo: (() => void)[] = [];
  let statements = 0;
  const counted =
    (run: Any, self: unknown): Any =>
    (...given) => {
      statements += 1;
      return run.apply(self, given);
    };
  pool.query = counted(query, pool);
  pool.connect = (...given) => {
    // With a callback it is the pool's own query, which is counted already.
    if (given.length > 0) return connect.apply(pool, given);
    return Promise.resolve(connect.apply(pool)).then((taken) => {
      const client = taken as { query: Any };
      const run = client.query;
      client.query = counted(run, client);
      undo.push(() => (client.query = run));
      return client;
    });
  };
  try {
    await work();
    return statements;
  } finally {
    Object.assign(pool, { connect, query });
    for (const one of undo) one();
  }
}
