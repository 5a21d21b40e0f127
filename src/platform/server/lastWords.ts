/**
 * What a write says at its very end, in one journey with its commit (docs/decisions/029). What is locked there, above
 * all the end of the business's audit chain, is waited for by every other write of the business, and for no longer
 * than the database takes to commit.
 */
import type { Queries } from './database/database.ts';

/**
 * What many writes of a business lock, in the order in which all of them do: two that lock the same two never wait for
 * each other.
 */
const PLACES = ['note counts', 'mail counts', 'audit chain'] as const;
type Place = (typeof PLACES)[number];

/** Says a statement at once: one that waits until its answer is wanted would come behind the commit. */
type Word = () => Promise<unknown>;

const wordsOf = new WeakMap<Queries, { place: Place; word: Word }[]>();

/** From here on the transaction may have last words. */
export const beginWriting = (tx: Queries): unknown => wordsOf.set(tx, []);

/**
 * Says it behind everything else of this write, those of one place in the order of the calls. Where it fails, all of
 * it is undone.
 * @throws in a read, which has no such end
 */
export function atEnd(tx: Queries, place: Place, word: Word): void {
  const words = wordsOf.get(tx);
  if (!words) throw new Error('Only a write says something at its end');
  words.push({ place, word });
}

/** Right before the commit. */
export function sayLastWords(tx: Queries): Promise<unknown>[] {
  const words = wordsOf.get(tx) ?? [];
  wordsOf.delete(tx);
  return PLACES.flatMap((place) => words.filter((one) => one.place === place)).map(({ word }) => word());
}

/** The write came to nothing. */
export const forgetLastWords = (tx: Queries): unknown => wordsOf.delete(tx);
