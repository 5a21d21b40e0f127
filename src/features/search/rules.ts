/** Extracts search terms from a query, and finds their matches in a text. */

import { foldWord, tokenize } from '#features/notes/searchRules.ts';

export const QUERY_MAX = 200;

/** Each term costs an index lookup, and more terms hardly narrow the results. */
const MAX_TERMS = 12;

/** The terms of a query, without prefixes of other terms; the longest ones if there are too many. */
export function toSearchTerms(typed: string): string[] {
  const all = [...new Set(tokenize(typed).map((word) => word.folded))];
  const terms = all.filter((word) => !all.some((other) => other !== word && other.startsWith(word)));
  if (terms.length <= MAX_TERMS) return terms;
  return terms.toSorted((a, b) => b.length - a.length).slice(0, MAX_TERMS);
}

export interface Match {
  /** Start and end of the matched characters, in UTF-16 units. */
  from: number;
  to: number;
  /** The term that matched. */
  term: string;
}

/** Finds the words of a text that begin with a term. */
export const findMatches = (text: string, terms: readonly string[]): Match[] =>
  BEYOND_ASCII.test(text) ? matchUnicode(text, terms) : matchAscii(text, terms);

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;

/** The fast path for ASCII texts: one regular expression. */
function matchAscii(text: string, terms: readonly string[]): Match[] {
  return Array.from(text.matchAll(toPattern(terms)), ({ 0: match, index }) => ({
    term: match.toLowerCase(),
    from: index,
    to: index + match.length,
  }));
}

/** Prefers the longest term; matches nothing without ASCII terms. */
function toPattern(terms: readonly string[]): RegExp {
  const ascii = terms.filter((term) => /^[a-z0-9]+$/.test(term)).toSorted((a, b) => b.length - a.length);
  return ascii.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z0-9])(?:${ascii.join('|')})`, 'gi');
}

function matchUnicode(text: string, terms: readonly string[]): Match[] {
  return tokenize(text).flatMap(({ folded, from, to }) => {
    const term = terms.filter((one) => folded.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    if (term === undefined) return [];
    return [{ term, from, to: from + measurePrefix(text.slice(from, to), term) }];
  });
}

/** The length of a folded prefix in the written word, in UTF-16 units. */
function measurePrefix(written: string, prefix: string): number {
  let folded = '';
  let length = 0;
  for (const [character] of written.matchAll(/.\p{M}*/gsu)) {
    if ([...folded].length >= [...prefix].length) break;
    folded += foldWord(character);
    length += character.length;
  }
  return length;
}
