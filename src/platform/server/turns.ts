/**
 * Runs work of several businesses in turn: next is the one that was served longest ago, unpaid ones last. A second lane
 * is for those that used little time lately, so that they never wait for a busy one. Of this process only.
 */

import { LRUCache } from 'lru-cache';
import { clock } from './clock.ts';
import { tooManyRequests } from './errors.ts';

/** Session that sent a request, which decides its turn. */
export interface Caller {
  businessId: number;
  /** Unpaid. */
  readOnly: boolean;
}

interface Limits {
  /** Work of one business that may wait, beside what runs; more is refused. */
  maxWaiting: number;
  /** The message of a refusal. */
  refusal: string;
  /** One lane only, for work on the thread of the server. */
  oneLane?: boolean;
}

/** The usage of a business: the number of its last turn, and its time, which halves each minute. */
interface Usage {
  order: number;
  usedMs: number;
  at: number;
}

interface Waiting extends Caller {
  start(lane: Lane): void;
}

/** Work of `light` is that of businesses which used less than `LIGHT_MS` lately, or less than half of the one in `main`. */
type Lane = 'light' | 'main';

const LIGHT_MS = 5_000;
const HALF_LIFE_MS = 60_000;
const RETRY_SECONDS = 5;
const MAX_BUSINESSES = 10_000;

export class Turns {
  readonly #limits: Limits;
  readonly #lanes: readonly Lane[];
  readonly #usage = new LRUCache<number, Usage>({ max: MAX_BUSINESSES });
  readonly #running = new Map<Lane, number>();
  #waiting: Waiting[] = [];
  #turns = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#lanes = limits.oneLane ? ['main'] : ['light', 'main'];
  }

  /** Runs work when it is its business's turn, one at a time for each. @throws 429 `too_many` when more waits than allowed */
  async run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    const { businessId, readOnly } = caller;
    const waiting = this.#waiting.filter((one) => one.businessId === businessId);
    if (waiting.length >= this.#limits.maxWaiting) throw tooManyRequests(RETRY_SECONDS, this.#limits.refusal);
    const lane = await new Promise<Lane>((start) => {
      this.#waiting.push({ businessId, readOnly, start });
      this.#startNext();
    });
    const begun = clock.now().getTime();
    try {
      return await work();
    } finally {
      this.#addUsage(businessId, clock.now().getTime() - begun);
      this.#running.delete(lane);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const lane of this.#lanes) {
      if (this.#running.has(lane)) continue;
      const next = this.#choose(lane);
      if (!next) continue;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#running.set(lane, next.businessId);
      this.#usage.set(next.businessId, { ...this.#usageOf(next), order: (this.#turns += 1) });
      next.start(lane);
    }
  }

  /** The first of those that may start; sorting keeps the order of arrival among equals. */
  #choose(lane: Lane): Waiting | undefined {
    const atWork = new Set(this.#running.values());
    const inMain = this.#running.get('main');
    const ofMain = inMain === undefined ? 0 : this.#usageOf({ businessId: inMain }).usedMs;
    const limit = Math.max(LIGHT_MS, ofMain / 2);
    const isLight = (one: Waiting) => !one.readOnly && this.#usageOf(one).usedMs < limit;
    return this.#waiting
      .filter((one) => !atWork.has(one.businessId) && (lane === 'main' || isLight(one)))
      .toSorted(
        (a, b) => Number(a.readOnly) - Number(b.readOnly) || this.#usageOf(a).order - this.#usageOf(b).order,
      )[0];
  }

  #usageOf({ businessId }: Pick<Caller, 'businessId'>): Usage {
    const now = clock.now().getTime();
    const { order, usedMs, at } = this.#usage.get(businessId) ?? { order: 0, usedMs: 0, at: now };
    return { order, usedMs: usedMs * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS), at: now };
  }

  #addUsage(businessId: number, ms: number): void {
    const usage = this.#usageOf({ businessId });
    this.#usage.set(businessId, { ...usage, usedMs: usage.usedMs + Math.max(0, ms) });
  }
}

/** The work of this process that takes turns. */
export const createTurns = () => ({
  /** Spreadsheets of users, read in processes of limited memory. */
  spreadsheets: new Turns({
    maxWaiting: 1,
    refusal: 'Another file from your business is waiting to be read. Please try again in a moment.',
  }),
  /** XLSX and PDF files of many rows, written in such processes. */
  longFiles: new Turns({
    maxWaiting: 4,
    refusal: 'Your business requested too many long files at once. Please try again in a moment.',
    oneLane: true,
  }),
  /** Other PDF documents that answer a request. */
  pdfs: new Turns({
    maxWaiting: 16,
    refusal: 'Your business requested too many PDF files at once. Please try again in a moment.',
    oneLane: true,
  }),
});
