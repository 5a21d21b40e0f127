/** Finds the excerpts of a note in which search terms match. */

import type { SearchableTexts } from '#features/notes/server/searchIndex/actions.ts';
import type { Highlight, SearchField } from '#features/search/contract.ts';
import { findMatches, type Match } from '#features/search/rules.ts';

/** The length of an excerpt, and how many of its characters precede the first match. */
const EXCERPT_LENGTH = 180;
const LEAD = 50;

const FIELDS: [field: SearchField, text: keyof SearchableTexts][] = [
  ['title', 'title'],
  ['client', 'clientName'],
  ['contact', 'clientContactName'],
  ['author', 'authorName'],
  ['description', 'content'],
  ['summary', 'summary'],
  ['research', 'research'],
];
const SHORT_FIELDS = new Set<SearchField>(['title', 'client', 'contact', 'author']);

/** Lists the matches of a note by field, title and names first. */
export function findHighlights(texts: SearchableTexts, terms: readonly string[]): Highlight[] {
  return FIELDS.flatMap(([field, name]) => {
    const text = texts[name];
    const matches = findMatches(text, terms);
    if (matches.length === 0) return [];
    const excerpt = SHORT_FIELDS.has(field) ? { from: 0, to: text.length } : findExcerpt(text, matches);
    return [{ field, ...cut(text, excerpt, matches) }];
  });
}

type Excerpt = { from: number; to: number };

/**
 * Finds the match that starts the window with the most different terms, or the first of several. Each match enters and
 * leaves the window once, because a long text can have thousands.
 * @param within the window's length in characters
 */
export function findDensestMatch(matches: readonly Match[], within: number): Match | undefined {
  const inWindow = new Map<string, number>();
  const leave = (term: string) => {
    const left = (inWindow.get(term) ?? 0) - 1;
    if (left > 0) inWindow.set(term, left);
    else inWindow.delete(term);
  };
  let [best, most, next] = [matches[0], 0, 0];
  for (const [index, first] of matches.entries()) {
    next = Math.max(next, index);
    for (let match = matches[next]; match && match.to <= first.from + within; match = matches[next]) {
      inWindow.set(match.term, (inWindow.get(match.term) ?? 0) + 1);
      next += 1;
    }
    if (inWindow.size > most) [best, most] = [first, inWindow.size];
    // A match longer than the window never enters it.
    if (next > index) leave(first.term);
  }
  return best;
}

function findExcerpt(text: string, matches: readonly Match[]): Excerpt {
  const best = findDensestMatch(matches, EXCERPT_LENGTH - LEAD);
  const start = Math.max(0, (best?.from ?? 0) - LEAD);
  const from = Math.max(0, Math.min(start, text.length - EXCERPT_LENGTH));
  const to = Math.min(text.length, from + EXCERPT_LENGTH);
  return { from: skipPartialWord(text, from), to: dropPartialWord(text, to) };
}

/** Moves the start to the next word, unless the word has more than 30 characters. */
function skipPartialWord(text: string, from: number): number {
  if (from === 0) return 0;
  const partial = /^\S{0,30}\s+/.exec(text.slice(from))?.[0].length ?? 0;
  return toCharacterBoundary(text, from + partial);
}

function dropPartialWord(text: string, to: number): number {
  if (to === text.length) return to;
  // Only within the excerpt, because the pattern is quadratic on a long run of blanks.
  const partial = /\s+\S{0,30}$/.exec(text.slice(Math.max(0, to - EXCERPT_LENGTH), to))?.[0].length ?? 0;
  return toCharacterBoundary(text, to - partial);
}

/** Moves an index off the middle of a surrogate pair. */
function toCharacterBoundary(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

function cut(text: string, { from, to }: Excerpt, matches: readonly Match[]): Omit<Highlight, 'field'> {
  const ranges = matches
    .filter((match) => match.from >= from && match.to <= to)
    .map((match) => ({ from: match.from - from, to: match.to - from }));
  return { text: text.slice(from, to), before: from > 0, after: to < text.length, ranges };
}
