/** A network that swallows what is sent and says nothing: without a bound, whoever asks would wait for hours. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { statementsOwed } from './journey.ts';

/** Longer than a statement may take (`STATEMENT_LIMIT_MS` in entering.ts): a server that works is no dead network. */
const LONGEST_SILENCE_MS = 12_000;

/** Begun anew by every byte, in either direction, and as often as statements are owed; what waits for an answer fails with this. */
class DatabaseSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`The database said nothing for ${LONGEST_SILENCE_MS / 1000} seconds`);
    this.name = 'DatabaseSilent';
  }
}

/** What the driver keeps to itself: it waits for no answer. */
type Waiting = pg.ClientBase & { readyForQuery?: boolean; connection: pg.Connection };

/** Gives a connection up that owes an answer and on which nothing moves for too long, unless it may be silent now. */
export function setInactivityTimeout(client: pg.ClientBase, mayBeSilent = () => false): void {
  const { connection } = client as Waiting;
  const stream = connection.stream as Socket;
  let silences = 0;
  let heard = 0;
  stream.setTimeout(LONGEST_SILENCE_MS);
  stream.on('timeout', () => {
    silences = stream.bytesRead === heard ? silences + 1 : 1;
    heard = stream.bytesRead;
    // A transaction may wait for us, e.g. while files are deleted.
    const owesNothing = (client as Waiting).readyForQuery === true;
    if (owesNothing) silences = 0;
    if (mayBeSilent() || silences < statementsOwed(client)) stream.setTimeout(LONGEST_SILENCE_MS);
    else stream.destroy(new DatabaseSilent());
  });
}

/**
 * Bounds all connections of a pool so. One that nobody uses is closed by the pool before.
 * @returns runs work during which the database may keep silent (migrations)
 */
export function setPoolInactivityTimeout(pool: pg.Pool): <T>(work: () => Promise<T>) => Promise<T> {
  let patient = 0;
  pool.on('connect', (client) => setInactivityTimeout(client, () => patient > 0));
  return async (work) => {
    patient += 1;
    try {
      return await work();
    } finally {
      patient -= 1;
    }
  };
}
