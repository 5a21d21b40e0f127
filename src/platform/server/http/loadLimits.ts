/**
 * Guarded: a rate limit per business, and concurrency limits of the process (load shedding). Requests over a limit are
 * rejected immediately: a growing queue would serve no request in time.
 */

import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Session } from '#platform/server/context.ts';
import { AppError, unavailable } from '#platform/server/errors.ts';

/** Authenticated requests executed at the same time. The database takes ten; the others wait under a second. */
const MAX_CONCURRENT = 128;
/** Concurrent lookups of tokens that are not cached: made up, ended, or new. */
const MAX_UNKNOWN_TOKENS = 64;
/** Requests per business: 100 a second on average, 400 at the same moment. */
const RATE_LIMIT = { points: 400, duration: 4 };
/** Searches, payroll weeks and exports of one business that run at the same time, and that are queued. */
const MAX_HEAVY = 2;
const MAX_HEAVY_QUEUED = 16;
const MAX_BUSINESSES = 10_000;
/** Tokens whose business is cached, so that a rejection costs no query. */
const MAX_TOKENS = 50_000;

/** The limits of one process; with `rateLimits` false, which is for tests, only the concurrency limits apply. */
export class LoadLimits {
  readonly #rateLimits: boolean;
  #running = 0;
  #unknownTokens = 0;
  readonly #limiter = new RateLimiterMemory(RATE_LIMIT);
  readonly #businesses = new LRUCache<string, number>({ max: MAX_TOKENS });
  readonly #heavyQueues = new LRUCache<number, LimitFunction>({ max: MAX_BUSINESSES });

  constructor(rateLimits: boolean) {
    this.#rateLimits = rateLimits;
  }

  /**
   * Resolves the session of a token within the rate limit of its business, where that is cached. Unknown tokens have a
   * concurrency limit of their own, so that a flood of made-up tokens does not block users.
   * @throws 429 over the rate limit, 503 over a concurrency limit
   */
  async resolveSession(tokenHash: Buffer, resolve: () => Promise<Session | null>): Promise<Session | null> {
    const digest = tokenHash.toString('base64');
    const businessId = this.#businesses.get(digest);
    if (businessId === undefined) {
      const session = await this.#resolveUnknown(resolve);
      if (session) this.#businesses.set(digest, session.businessId);
      return session;
    }
    if (this.#rateLimits) await this.#consume(businessId);
    if (this.#running >= MAX_CONCURRENT) throw overloaded();
    const session = await this.run(resolve);
    // Requests with the token of an ended session must not use up the limit of the business.
    if (!session) {
      this.#businesses.delete(digest);
      if (this.#rateLimits) await this.#limiter.reward(businessId);
    }
    return session;
  }

  /** Counts work as running. Never rejects it, because the whole request has been received. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }

  /** Runs work that keeps the database busy for long, a few at a time per business. @throws 429 over the queue limit */
  async runHeavy<Result>(businessId: number, work: () => Promise<Result>): Promise<Result> {
    if (!this.#rateLimits) return work();
    const queue = this.#heavyQueues.get(businessId) ?? pLimit(MAX_HEAVY);
    this.#heavyQueues.set(businessId, queue);
    if (queue.pendingCount >= MAX_HEAVY_QUEUED) throw rateLimited(1);
    return queue(work);
  }

  async #resolveUnknown(resolve: () => Promise<Session | null>): Promise<Session | null> {
    if (this.#unknownTokens >= MAX_UNKNOWN_TOKENS) throw overloaded();
    this.#unknownTokens += 1;
    try {
      return await resolve();
    } finally {
      this.#unknownTokens -= 1;
    }
  }

  async #consume(businessId: number): Promise<void> {
    try {
      await this.#limiter.consume(businessId);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw rateLimited(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
    }
  }
}

const overloaded = () => unavailable('overloaded', 'The service is busy. Please try again.', 1);

const rateLimited = (retryAfter: number) =>
  new AppError(429, 'rate_limited', {
    message: 'Too many requests from your agency. Please try again in a moment.',
    retryAfter,
  });
