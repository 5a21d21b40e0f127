/** The replica of the database, which may be behind, frozen or away at any time: whoever asks it can do without. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** What is answered in its place by the primary is not waited for longer than this. */
const ANSWERS_WITHIN_MS = 1_000;
/** After a failure it is left alone for so long. */
const REST_MS = 5_000;

/** It has not got the last write yet. */
export class Behind extends Error {
  constructor() {
    super('The replica is behind');
    this.name = 'Behind';
  }
}

export class Replica {
  readonly pool: pg.Pool;
  /** Reads by who answered them, or why the replica did not. */
  readonly outcomes = { served: 0, behind: 0, away: 0 };
  readonly #log: FastifyBaseLogger;
  /** Since the last failure it has not answered. */
  #failing = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, log: FastifyBaseLogger) {
    this.pool = pool;
    this.#log = log;
  }

  /**
   * Runs a read on it.
   * @param read tells by `answered` that the replica has said something
   * @returns nothing where it is behind or away: then the primary has to be asked
   * @throws what `isAnswer` takes for one
   */
  async attempt<T>(
    read: (answered: () => void) => Promise<T>,
    isAnswer: (error: unknown) => boolean,
  ): Promise<{ result: T } | null> {
    if (this.#rest) {
      this.outcomes.away += 1;
      return null;
    }
    try {
      const result = await this.#inTime(read);
      this.#isBack();
      this.outcomes.served += 1;
      return { result };
    } catch (error) {
      if (isAnswer(error)) throw error;
      if (error instanceof Behind) this.#isBehind();
      else this.#isAway(error);
      return null;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest);
    await this.pool.end();
  }

  /** A frozen one says nothing, not even that it failed; its connection is given up in its own time. */
  async #inTime<T>(read: (answered: () => void) => Promise<T>): Promise<T> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The replica does not answer')), ANSWERS_WITHIN_MS);
    try {
      return await Promise.race([read(() => clearTimeout(timer)), silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  #isBehind(): void {
    this.#isBack();
    this.outcomes.behind += 1;
  }

  #isBack(): void {
    if (this.#failing) this.#log.info('the replica answers again');
    this.#failing = false;
  }

  #isAway(error: unknown): void {
    this.outcomes.away += 1;
    if (!this.#failing)
      this.#log.warn({ err: error }, 'the replica is away, and the database reads all by itself');
    this.#failing = true;
    this.#rest ??= setTimeout(() => (this.#rest = undefined), REST_MS).unref();
  }
}
