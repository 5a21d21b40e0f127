/** The replica of the database, which may be behind, busy, frozen or away at any time: whoever asks it can do without. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { isConnectionLost, sqlState } from './sqlState.ts';
import { POOL_SIZE } from './statements.ts';

/** The first answer on a connection is not waited for longer than this: the primary gives it in its place. */
const ANSWERS_WITHIN_MS = 1_000;
/** When it was away it is left alone for so long. */
const REST_MS = 5_000;

/** It has not got the last write yet. */
export class Behind extends Error {
  constructor() {
    super('The replica is behind');
    this.name = 'Behind';
  }
}

/** It was made a database of its own. */
export class Promoted extends Error {
  constructor() {
    super('The replica is none any more');
    this.name = 'Promoted';
  }
}

class Silent extends Error {
  constructor() {
    super('The replica does not answer');
    this.name = 'Silent';
  }
}

/** What a read tells of its connection. */
export interface Watch {
  /** It has one, and statements are on their way. */
  asked(): void;
  /** The replica has said something. */
  answered(): void;
}

export class Replica {
  readonly pool: pg.Pool;
  /**
   * Reads by who answered them, or why the replica did not: it is behind, all connections to it are in use, the read
   * failed there, or it is away.
   */
  readonly outcomes = { served: 0, behind: 0, busy: 0, failed: 0, away: 0 };
  readonly #log: FastifyBaseLogger;
  /** Since it was away it has not answered. */
  #failing = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, log: FastifyBaseLogger) {
    this.pool = pool;
    this.#log = log;
  }

  /**
   * Runs a read on it, once. The read has to ask for its connection at once, or it could wait for one.
   * @returns nothing where the primary has to be asked
   * @throws what `isAnswer` takes for one, and the end of a statement that took too long, which it would there as well
   */
  async attempt<T>(
    read: (watch: Watch) => Promise<T>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<{ result: T } | null> {
    if (this.#rest) return this.#without('away');
    if (this.#isTaken()) return this.#without('busy');
    try {
      const result = await this.#inTime(read);
      this.#isBack();
      this.outcomes.served += 1;
      return { result };
    } catch (error) {
      if (error instanceof Silent || error instanceof Promoted || isConnectionLost(error))
        return this.#isAway(error);
      this.#isBack();
      if (isAnswer(error)) throw error;
      if (error instanceof Behind) return this.#without('behind');
      this.outcomes.failed += 1;
      if (sqlState(error) === TOOK_TOO_LONG) throw error;
      // About this read alone, as a row that it needed and that was taken away by what the replica followed.
      this.#log.info({ err: error }, 'a read failed on the replica');
      return null;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest);
    await this.pool.end();
  }

  /** Whether somebody who asks for a connection now would wait for one that others have, or have asked for. */
  #isTaken(): boolean {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return totalCount - idleCount + waitingCount >= POOL_SIZE;
  }

  /** A frozen one says nothing, not even that it failed; its connection is given up in its own time. */
  async #inTime<T>(read: (watch: Watch) => Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    let timer: NodeJS.Timeout | undefined;
    const asked = () => (timer = setTimeout(() => reject(new Silent()), ANSWERS_WITHIN_MS));
    const answered = () => clearTimeout(timer);
    try {
      return await Promise.race([read({ asked, answered }), silence]);
    } finally {
      answered();
    }
  }

  #without(why: 'behind' | 'busy' | 'away'): null {
    this.outcomes[why] += 1;
    return null;
  }

  #isBack(): void {
    if (this.#failing) this.#log.info('the replica answers again');
    this.#failing = false;
  }

  #isAway(error: unknown): null {
    if (!this.#failing)
      this.#log.warn({ err: error }, 'the replica is away, and the database reads all by itself');
    this.#failing = true;
    this.#rest ??= setTimeout(() => (this.#rest = undefined), REST_MS).unref();
    return this.#without('away');
  }
}

/** The end of a statement at its limit, or by an administrator. */
const TOOK_TOO_LONG = '57014';
