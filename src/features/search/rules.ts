/** What counts as a word, and which words match: the same for notes as they are written and for what is typed. */

export const QUERY_MAX = 200;
/** Best matches are chosen among so many of the newest ones; a search finds no more. */
export const MOST_FOUND = 1000;

/** Letters that no decomposition takes apart, as people without them on their keyboard type them. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

/** A run of letters and digits; scripts that write without spaces are taken sign by sign. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]\p{M}*)+/gu;

/** The database takes words of some 2,000 bytes; nobody tells words apart by more than this. */
const LONGEST_WORD = 64;
/** More words narrow nothing down any more, and each one costs. */
const MOST_WORDS = 12;

/** A word without case and accents: 'José' and 'JOSE' are 'jose'. */
function foldWord(word: string): string {
  const lower = word.toLowerCase();
  // Nearly all words; the rest of this costs ten times more.
  if (/^[a-z0-9]*$/.test(lower)) return lower.slice(0, LONGEST_WORD);
  const folded = word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþħıς]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...folded].slice(0, LONGEST_WORD).join('');
}

export interface Word {
  /** The word without case and accents. */
  folded: string;
  /** Where it stands in the text, in UTF-16 units. */
  from: number;
  to: number;
}

/** The words of a text in their order. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldWord(word);
    if (folded !== '') words.push({ folded, from: index, to: index + word.length });
  }
  return words;
}

/**
 * The words to look for in what somebody typed. One that begins another is implied by it and left out; of more
 * than twelve the longest count, as they say most.
 */
export function toSearchTerms(typed: string): string[] {
  const words = [...new Set(splitWords(typed).map((word) => word.folded))];
  const telling = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  if (telling.length <= MOST_WORDS) return telling;
  return telling.toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
}

export interface Match {
  /** The part of the text that was matched, in UTF-16 units. */
  from: number;
  to: number;
  /** Which of the wanted words begins there. */
  word: string;
}

/** Where a text has words that begin with one of the wanted ones: the beginning that was asked for. */
export const findMatches = (text: string, wanted: readonly string[]): Match[] =>
  BEYOND_ASCII.test(text) ? matchesByWord(text, wanted) : plainMatchesIn(text, wanted);

const BEYOND_ASCII = /[\u0080-\u{10ffff}]/u;
const patterns = new WeakMap<readonly string[], RegExp>();

/** In a text of plain letters, as most are: taking it apart word by word cost most of a search. */
function plainMatchesIn(text: string, wanted: readonly string[]): Match[] {
  const pattern = patterns.get(wanted) ?? beginningsOf(wanted);
  patterns.set(wanted, pattern);
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    word: found.toLowerCase(),
    from: index,
    to: index + found.length,
  }));
}

/** Of several that fit the longest; nothing at all where no word is of plain letters. */
function beginningsOf(wanted: readonly string[]): RegExp {
  const plain = wanted.filter((word) => /^[a-z0-9]+$/.test(word)).toSorted((a, b) => b.length - a.length);
  return plain.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z0-9])(?:${plain.join('|')})`, 'gi');
}

function matchesByWord(text: string, wanted: readonly string[]): Match[] {
  return splitWords(text).flatMap(({ folded, from, to }) => {
    const word = wanted.filter((one) => folded.startsWith(one)).toSorted((a, b) => b.length - a.length)[0];
    if (word === undefined) return [];
    return [{ word, from, to: from + lengthOfBeginning(text.slice(from, to), word) }];
  });
}

/** How much of a word, as written, makes up the folded beginning. */
function lengthOfBeginning(written: string, beginning: string): number {
  let taken = '';
  let length = 0;
  for (const [character] of written.matchAll(/.\p{M}*/gsu)) {
    if ([...taken].length >= [...beginning].length) break;
    taken += foldWord(character);
    length += character.length;
  }
  return length;
}
