/**
 * Hashes passwords with argon2id, 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet), after NFKC (NIST SP
 * 800-63B, 5.1.1.2). Hashing is expensive: two at once, a short queue, then 503.
 */

import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { unavailable } from './errors.ts';

/** `algorithm` 2 is argon2id: the library's constant enum does not survive type stripping. */
const COSTS = {
  full: { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** The minimum of the algorithm. */
  quick: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 },
};
const MAX_RUNNING = 2;
const MAX_QUEUED = 50;

export class PasswordHasher {
  readonly #queue = pLimit(MAX_RUNNING);
  readonly #cost: (typeof COSTS)['full'];
  #decoy: Promise<string> | undefined;

  /** @param cost `quick` for tests only (settings.ts) */
  constructor(cost: keyof typeof COSTS = 'full') {
    this.#cost = COSTS[cost];
  }

  /** The argon2id hash of a password, in PHC string format. */
  hash(password: string): Promise<string> {
    return this.#enqueue(() => hash(password.normalize('NFKC'), this.#cost));
  }

  /**
   * Verifies a password. Without a stored hash it returns false in the same time, so that response times do
   * not reveal which usernames exist.
   */
  async matches(stored: string | null, password: string): Promise<boolean> {
    this.#decoy ??= this.#enqueue(() => hash('the password of no user', this.#cost));
    const against = stored ?? (await this.#decoy);
    const same = await this.#enqueue(() => verify(against, password.normalize('NFKC')));
    return same && stored !== null;
  }

  async #enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.activeCount + this.#queue.pendingCount >= MAX_RUNNING + MAX_QUEUED)
      throw unavailable('busy', 'Too many logins at once. Please try again.');
    return this.#queue(work);
  }
}
