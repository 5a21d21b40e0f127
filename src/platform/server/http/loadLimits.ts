/**
 * Guarded: what one business may take of this process, and how much the process takes on at all. What goes beyond is
 * refused at once, because who waits in a queue that only grows is not served either, and keeps others waiting.
 */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Session } from '#platform/server/context.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';
import { sha256Hex } from '#platform/server/secrets.ts';

/** Calls of members that are worked on at the same time. The database takes ten; the others wait under a second. */
const MOST_AT_ONCE = 128;
/** Tokens of nobody known that are looked up at the same time: made up, ended, or new to this process. */
const STRANGERS_AT_ONCE = 64;
/** A business calls this often in four seconds: 100 times a second over time, 400 times in one breath. */
const SHARE = { points: 400, duration: 4 };
/** Searches, weeks and exports of one business that run at the same time, and that wait for them. */
const HEAVY_AT_ONCE = 2;
const HEAVY_WAITING = 16;
const BUSINESSES = 10_000;
/** Tokens whose business is known before the database is asked. */
const TOKENS = 50_000;

/** The shares of one process; with `limited` false, which is for tests, only the whole is bounded. */
export class LoadLimits {
  readonly #limited: boolean;
  #working = 0;
  #strangers = 0;
  readonly #shares = new RateLimiterMemory(SHARE);
  readonly #businesses = new LRUCache<string, number>({ max: TOKENS });
  readonly #turns = new LRUCache<number, LimitFunction>({ max: BUSINESSES });

  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /**
   * Looks for the session of a token, within the share of its business where it has been seen before. Others have
   * places of their own, so that a flood of made-up tokens keeps no member out.
   * @throws 429 when the business has used up its share, 503 when there is no place
   */
  async resolveSession(token: string, resolve: () => Promise<Session | null>): Promise<Session | null> {
    const digest = sha256Hex(token);
    const businessId = this.#businesses.get(digest);
    if (businessId === undefined) {
      const session = await this.#asStranger(resolve);
      if (session) this.#businesses.set(digest, session.businessId);
      return session;
    }
    if (this.#limited) await this.#count(businessId);
    if (this.#working >= MOST_AT_ONCE) throw overloaded();
    const session = await this.run(resolve);
    // Ended since: whoever still has it must not use up what the business has.
    if (!session) {
      this.#businesses.delete(digest);
      if (this.#limited) await this.#shares.reward(businessId);
    }
    return session;
  }

  /** Does what one of the places for members is taken for. Not refused any more: its body has come all the way. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** Does what keeps the database busy for long, in turn with others of the same business. @throws 429 */
  async runHeavy<Result>(businessId: number, work: () => Promise<Result>): Promise<Result> {
    if (!this.#limited) return work();
    const turn = this.#turns.get(businessId) ?? pLimit(HEAVY_AT_ONCE);
    this.#turns.set(businessId, turn);
    if (turn.pendingCount >= HEAVY_WAITING) throw usedUp(1);
    return turn(work);
  }

  async #asStranger(resolve: () => Promise<Session | null>): Promise<Session | null> {
    if (this.#strangers >= STRANGERS_AT_ONCE) throw overloaded();
    this.#strangers += 1;
    try {
      return await resolve();
    } finally {
      this.#strangers -= 1;
    }
  }

  async #count(businessId: number): Promise<void> {
    try {
      await this.#shares.consume(businessId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw usedUp(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }
}

const overloaded = () =>
  unavailable('overloaded', 'Too much is going on at the moment. Please try again.', 1);

const usedUp = (retryAfter: number) =>
  new AppError(429, 'share_used_up', {
    message: 'Your business asks for too much at once. Please try again in a moment.',
    retryAfter,
  });
