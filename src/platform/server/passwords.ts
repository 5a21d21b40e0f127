/**
 * Passwords are hashed with argon2id, 19 MiB, 2 passes, 1 lane (OWASP Password Storage Cheat Sheet).
 * Hashing is the scarcest resource of the machine: two at once, a short queue, then 503.
 *
 * The same letters are the same password whatever keyboard sends them, as NFKC (NIST SP 800-63B, 5.1.1.2) and as
 * usernames and clients' codes are compared.
 */
import { hash, verify } from '@node-rs/argon2';
import { unavailable } from './errors.ts';

/** `algorithm` 2 is argon2id: the library's constant enum does not survive type stripping. */
const COSTS = {
  full: { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  /** The least that the algorithm takes. */
  quick: { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 },
};
const AT_ONCE = 2;
const QUEUE = 50;

export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #cost: (typeof COSTS)['full'];
  #decoy: Promise<string> | undefined;

  /** @param cost `quick` where nobody's password is at stake, as settings.ts sees to */
  constructor(cost: keyof typeof COSTS = 'full') {
    this.#cost = COSTS[cost];
  }

  /** The argon2id hash of a password, in PHC string format. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password.normalize('NFKC'), this.#cost));
  }

  /**
   * Is this the password? Without a stored hash it takes as long and answers no, so that unknown
   * and known usernames take the same time.
   */
  async matches(stored: string | null, password: string): Promise<boolean> {
    this.#decoy ??= this.#inTurn(() => hash('nobody has this password', this.#cost));
    const against = stored ?? (await this.#decoy);
    const same = await this.#inTurn(() => verify(against, password.normalize('NFKC')));
    return same && stored !== null;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= QUEUE)
        throw unavailable('busy', 'Too many sign-ins at once. Please try again.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
