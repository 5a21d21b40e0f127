/**
 * What a write says at its very end, in one journey with its commit (docs/decisions/029). What is locked there, above
 * all the end of the business's audit chain, is waited for by every other write of the business, and for no longer
 * than the database takes to commit.
 */
import { transaction } from './database/database.ts';
import type { Said } from './database/database.ts';

/**
 * What many writes of a business lock, in the order in which all of them do: two that lock the same two never wait for
 * each other.
 */
const PLACES = ['note counts', 'mail counts', 'audit chain'] as const;
type Place = (typeof PLACES)[number];

/** Says a statement at once: one that waits until its answer is wanted would come behind the commit. */
type Word = () => Promise<unknown>;

const wordsOf = new WeakMap<Said, { place: Place; word: Word }[]>();

/** What the work of a write runs in: it may have last words. */
export function writing(): Said {
  const said = { over: false };
  wordsOf.set(said, []);
  return said;
}

/**
 * Says it behind everything else of the write that is going on, those of one place in the order of the calls. Where it
 * fails, all of the write is undone.
 * @throws in a read, which has no such end, and behind the end of the write
 */
export function atEnd(place: Place, word: Word): void {
  const said = transaction.getStore();
  const words = said && !said.over ? wordsOf.get(said) : undefined;
  if (!words) throw new Error('Only a write that goes on says something at its end');
  words.push({ place, word });
}

/** Right before the commit. */
export function sayLastWords(said: Said): Promise<unknown>[] {
  const words = wordsOf.get(said) ?? [];
  const inOrder = PLACES.flatMap((place) => words.filter((one) => one.place === place));
  return inOrder.map(({ word }) => {
    const answer = word();
    // Should the next one not even be said, nobody waits for this one.
    answer.catch(() => undefined);
    return answer;
  });
}
