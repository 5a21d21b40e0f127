/**
 * Sign-ins of one address wait for each other in this process, because a try is counted before anybody knows
 * whether it is a failure: an office that comes at nine must not look like somebody who guesses.
 */
import { unavailable } from '#platform/server/errors.ts';

/** Passwords are hashed two at once; fewer than the failures allowed, so that several nodes fit as well. */
const AT_ONCE = 3;
const MOST_WAITING = 100;

interface Line {
  inside: number;
  waiting: (() => void)[];
  /** Ends with the last look at the count: one looks after another. */
  looking: Promise<unknown>;
  /** Tries that are counted and may still be given back. */
  undecided: Set<Promise<void>>;
}

const lines = new Map<string, Line>();

interface Entry<T> {
  /** Takes a try. @returns null, or the seconds to wait */
  take: () => Promise<number | null>;
  work: (secondsToWait: number | null) => Promise<T>;
}

/**
 * Does the work when it is its turn, with what taking a try answered. It is refused only when no try that is
 * under way here could still be given back. @throws 503 when too many wait
 */
export async function inLine<T>(address: string, { take, work }: Entry<T>): Promise<T> {
  const line = await enter(address);
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  try {
    return await work(await takeWhenDecided(line, take, decided));
  } finally {
    line.undecided.delete(decided);
    decide();
    leave(address, line);
  }
}

async function enter(address: string): Promise<Line> {
  const line = lines.get(address) ?? {
    inside: 0,
    waiting: [],
    looking: Promise.resolve(),
    undecided: new Set(),
  };
  lines.set(address, line);
  if (line.inside < AT_ONCE) {
    line.inside += 1;
    return line;
  }
  if (line.waiting.length >= MOST_WAITING)
    throw unavailable('busy', 'Too many sign-ins at once. Please try again.');
  await new Promise<void>((resolve) => line.waiting.push(resolve));
  return line;
}

function leave(address: string, line: Line): void {
  const next = line.waiting.shift();
  if (next) return next();
  line.inside -= 1;
  if (line.inside === 0) lines.delete(address);
}

async function takeWhenDecided(
  line: Line,
  take: Entry<unknown>['take'],
  decided: Promise<void>,
): Promise<number | null> {
  for (;;) {
    const look = line.looking.then(async () => {
      const others = [...line.undecided];
      const answer = await take();
      // Before the next one looks.
      if (answer === null) line.undecided.add(decided);
      return { others, answer };
    });
    line.looking = look.catch(() => undefined);
    const { others, answer } = await look;
    if (answer === null || others.length === 0) return answer;
    await Promise.race(others);
  }
}
