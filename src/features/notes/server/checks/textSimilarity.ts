/**
 * Guarded: the similarity of descriptions, the Jaccard index of their word trigrams. Of each text only the prefix of its sorted
 * hashes is indexed: two texts above the threshold always share a hash of their prefixes (prefix filtering, Chaudhuri
 * 2006), so other texts need not be read.
 */

import { tokenize } from '#features/notes/searchRules.ts';

/** In percent, so that the length of a prefix is computed in integers. */
const THRESHOLD = 85;
/** Shorter texts resemble each other by chance. */
const MIN_CHARACTERS = 80;

/** The word trigrams of a text; none for a short text. */
export function toTrigrams(text: string): Set<string> {
  const terms = text.trim().length < MIN_CHARACTERS ? [] : tokenize(text).map(({ folded }) => folded);
  return new Set(terms.slice(2).map((term, index) => `${terms[index]} ${terms[index + 1]} ${term}`));
}

/** The lowest hashes of a text, of which similar texts share at least one. */
export function toPrefix(text: string): number[] {
  const hashes = [...new Set([...toTrigrams(text)].map(hashTrigram))].sort((a, b) => a - b);
  const { length } = hashes;
  return length === 0 ? [] : hashes.slice(0, length - Math.ceil((length * THRESHOLD) / 100) + 1);
}

/** Recognizes two texts that have nearly the same words in the same order. */
export function isRepeated(text: string, other: string): boolean {
  const [a, b] = [toTrigrams(text), toTrigrams(other)];
  const shared = [...a].filter((trigram) => b.has(trigram)).length;
  return shared > 0 && shared * 100 >= THRESHOLD * (a.size + b.size - shared);
}

/** 32-bit FNV-1a, signed as the column. */
function hashTrigram(trigram: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trigram.length; at += 1) {
    hash = Math.imul(hash ^ trigram.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}
