/** Where a note was found: the telling part of each text, with the places that match. */
import type { SearchField, Highlight } from '#features/search/contract.ts';
import { findMatches } from '#features/search/rules.ts';
import type { Match } from '#features/search/rules.ts';
import type { NoteTexts } from '#features/notes/server/searchIndex/actions.ts';

/** Characters of a long text that are shown. */
const PART = 180;
/** Of those, what comes before the first match. */
const LEAD = 50;

const FIELDS: [field: SearchField, text: keyof NoteTexts][] = [
  ['title', 'title'],
  ['client', 'clientName'],
  ['contact', 'clientContactName'],
  ['author', 'authorName'],
  ['description', 'content'],
  ['summary', 'summary'],
  ['research', 'research'],
];
const WHOLE = new Set<SearchField>(['title', 'client', 'contact', 'author']);

/** The places of a note that match the wanted words, the weightier texts first. */
export function findHighlights(texts: NoteTexts, wanted: readonly string[]): Highlight[] {
  return FIELDS.flatMap(([field, name]) => {
    const text = texts[name];
    const matches = findMatches(text, wanted);
    if (matches.length === 0) return [];
    const part = WHOLE.has(field) ? { from: 0, to: text.length } : tellingPart(text, matches);
    return [{ field, ...cut(text, part, matches) }];
  });
}

type Part = { from: number; to: number };

/**
 * The match from which on, within so many characters, most of the words stand; of several the first. Each match
 * comes into view once and leaves it once, because a long text can have thousands.
 */
export function mostTelling(matches: readonly Match[], within: number): Match | undefined {
  const inView = new Map<string, number>();
  const leave = (word: string) => {
    const left = (inView.get(word) ?? 0) - 1;
    if (left > 0) inView.set(word, left);
    else inView.delete(word);
  };
  let [best, most, next] = [matches[0], 0, 0];
  for (const [index, first] of matches.entries()) {
    next = Math.max(next, index);
    for (let match = matches[next]; match && match.to <= first.from + within; match = matches[next]) {
      inView.set(match.word, (inView.get(match.word) ?? 0) + 1);
      next += 1;
    }
    if (inView.size > most) [best, most] = [first, inView.size];
    // One that is too long to come into view has not to leave it.
    if (next > index) leave(first.word);
  }
  return best;
}

/** The part of a long text in which most of the words stand. */
function tellingPart(text: string, matches: readonly Match[]): Part {
  const best = mostTelling(matches, PART - LEAD);
  const wish = Math.max(0, (best?.from ?? 0) - LEAD);
  const from = Math.max(0, Math.min(wish, text.length - PART));
  return { from: afterGap(text, from), to: beforeGap(text, Math.min(text.length, from + PART)) };
}

/** Not in the middle of a word, unless the word is longer than anybody's. */
function afterGap(text: string, at: number): number {
  if (at === 0) return 0;
  const gap = /^\S{0,30}\s+/.exec(text.slice(at))?.[0].length ?? 0;
  return betweenCharacters(text, at + gap);
}

function beforeGap(text: string, at: number): number {
  if (at === text.length) return at;
  // Looked for in what is shown alone: each blank of a long run of them would be begun at otherwise.
  const gap = /\s+\S{0,30}$/.exec(text.slice(Math.max(0, at - PART), at))?.[0].length ?? 0;
  return betweenCharacters(text, at - gap);
}

/** Never between the two halves of a character. */
function betweenCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function cut(text: string, { from, to }: Part, matches: readonly Match[]): Omit<Highlight, 'field'> {
  const ranges = matches
    .filter((match) => match.from >= from && match.to <= to)
    .map((match) => ({ from: match.from - from, to: match.to - from }));
  return { text: text.slice(from, to), before: from > 0, after: to < text.length, ranges };
}
