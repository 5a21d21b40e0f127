/**
 * Guarded: what one business may take of this process, and how much the process takes on at all. What goes beyond is
 * refused at once, because who waits in a queue that only grows is not served either, and keeps others waiting.
 */
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany, unavailable } from '../errors.ts';
import { sha256Hex } from '../secrets.ts';

/** Calls that are worked on at the same time. The database takes ten of them; the others wait well under a second. */
export const MOST_AT_ONCE = 128;

/** A business calls this often in two seconds: 100 times a second over time, 200 times in one breath. */
const SHARE = { points: 200, duration: 2 };
/** Searches, weeks and exports of one business that run at the same time, and that wait for them. */
const HEAVY_AT_ONCE = 2;
const HEAVY_WAITING = 16;
const BUSINESSES = 10_000;
/** Tokens whose business is known before the database is asked. */
const TOKENS = 50_000;

const GREEDY = 'Your business asks for too much at once. Please try again in a moment.';

/** The shares of one process; with `limited` false, which is for tests, only the whole is bounded. */
export class FairShare {
  readonly #limited: boolean;
  #working = 0;
  readonly #shares = new RateLimiterMemory(SHARE);
  readonly #businesses = new LRUCache<string, number>({ max: TOKENS });
  readonly #turns = new LRUCache<number, LimitFunction>({ max: BUSINESSES });

  constructor(limited: boolean) {
    this.#limited = limited;
  }

  /**
   * Counts a call before anything is done for it: for the business of this token where it is known, otherwise for
   * the token alone, which is then a made-up one or new.
   * @returns what tells the share whose token it is
   * @throws 429 when the business has used up its share
   */
  async count(token: string): Promise<(businessId: number) => void> {
    if (!this.#limited) return () => undefined;
    const digest = sha256Hex(token);
    const businessId = this.#businesses.get(digest);
    try {
      await this.#shares.consume(businessId ?? digest);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw tooMany(Math.max(1, Math.ceil(error.msBeforeNext / 1000)), GREEDY);
    }
    return (found) => void this.#businesses.set(digest, found);
  }

  /** Does one of the things that are done at the same time. @throws 503 when there are too many already */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working >= MOST_AT_ONCE) {
      throw unavailable('overloaded', 'Too much is going on at the moment. Please try again.', 1);
    }
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
    }
  }

  /** Does what keeps the database busy for long, in turn with others of the same business. @throws 429 */
  async inTurn<Result>(businessId: number, work: () => Promise<Result>): Promise<Result> {
    if (!this.#limited) return work();
    const turn = this.#turns.get(businessId) ?? pLimit(HEAVY_AT_ONCE);
    this.#turns.set(businessId, turn);
    if (turn.pendingCount >= HEAVY_WAITING) throw tooMany(1, GREEDY);
    return turn(work);
  }
}
