/** Closes connections without progress, on which a network that drops packets would block callers for hours. */

import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connectionPool.ts';

/** Longer than a statement may take (`STATEMENT_LIMIT_MS` in setTenant.ts). */
const LIMIT_MS = 12_000;

class DatabaseInactive extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`The database sent nothing for ${LIMIT_MS / 1000} seconds`);
    this.name = 'DatabaseInactive';
  }
}

/** Destroys the socket when a result is pending and no byte was transferred for this long, unless paused. */
export function setInactivityTimeout(connection: Connection, isPaused = () => false): void {
  const { socket } = connection;
  socket.setTimeout(LIMIT_MS);
  socket.on('timeout', () => {
    // An idle transaction may wait for other work, e.g. the deletion of files.
    if (connection.pending === 0 || isPaused()) socket.setTimeout(LIMIT_MS);
    else socket.destroy(new DatabaseInactive());
  });
}

/** Sets the timeout on all connections of a pool. @returns runs work without the timeout, e.g. migrations */
export function setPoolInactivityTimeout(pool: ConnectionPool): <T>(work: () => Promise<T>) => Promise<T> {
  let paused = 0;
  pool.on('connect', (client) => setInactivityTimeout(client as unknown as Connection, () => paused > 0));
  return async (work) => {
    paused += 1;
    try {
      return await work();
    } finally {
      paused -= 1;
    }
  };
}
