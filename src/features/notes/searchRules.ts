/** Splits text into words, the same way for the search index and for queries. */

/** Letters that Unicode does not decompose, with their plain spelling. */
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

/** A run of letters and digits; in scripts without spaces each character is a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}]\p{M}*)+/gu;

/** Longer words are cut; a lexeme has at most 2 KB. */
const MAX_WORD_LENGTH = 64;

export interface Token {
  /** The word in lower case without accents. */
  folded: string;
  /** Its start and end in the text, in UTF-16 units. */
  from: number;
  to: number;
}

/** Lists the words of a text in order. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldWord(word);
    if (folded !== '') tokens.push({ folded, from: index, to: index + word.length });
  }
  return tokens;
}

/** Folds a word to lower case without accents: 'José' and 'JOSE' are 'jose'. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  // The fast path for nearly all words.
  if (/^[a-z0-9]*$/.test(lower)) return lower.slice(0, MAX_WORD_LENGTH);
  const folded = word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþħıς]/g, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [...folded].slice(0, MAX_WORD_LENGTH).join('');
}
