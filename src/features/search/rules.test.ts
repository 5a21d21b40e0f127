import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenize } from '#features/notes/searchRules.ts';
import { findMatches, toSearchTerms } from './rules.ts';

const folded = (text: string) => tokenize(text).map((word) => word.folded);
const marked = (text: string, typed: string) =>
  findMatches(text, toSearchTerms(typed)).map(({ from, to }) => text.slice(from, to));

describe('tokenize', () => {
  test.each([
    ["Client's follow-up, 555-0100", ['client', 's', 'follow', 'up', '555', '0100']],
    ['José JOSÉ Jose\u0301', ['jose', 'jose', 'jose']],
    ['Straße Ærø Łódź İstanbul ıssız', ['strasse', 'aero', 'lodz', 'istanbul', 'issiz']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    ['ﬁne １２３', ['fine', '123']],
    ['東京タワー tower', ['東', '京', 'タ', 'ワ', 'ー', 'tower']],
    ['% \' " \\ \0 🏠 &|!():* _ \ud800', []],
  ])('splits and folds %j', (text, expected) => expect(folded(text)).toEqual(expected));

  test('cuts words after 64 characters', () => {
    expect(folded('x'.repeat(10_000))).toEqual(['x'.repeat(64)]);
    expect(folded('𐐨'.repeat(10_000))[0]?.length).toBe(128);
  });

  test('returns only letters and digits of any text, with their positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const { folded: word, from, to } of tokenize(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
          expect(Buffer.byteLength(word)).toBeLessThan(1024);
          expect(folded(text.slice(from, to))).toEqual([word]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('toSearchTerms', () => {
  test('omits duplicates and prefixes of other terms', () => {
    expect(toSearchTerms('kit kitchen KITCHEN cle')).toEqual(['kitchen', 'cle']);
    expect(toSearchTerms(' % ')).toEqual([]);
  });

  test('returns the twelve longest terms', () => {
    const many = Array.from({ length: 20 }, (_, n) => String.fromCodePoint(97 + n).repeat(n + 1));
    expect(toSearchTerms(many.join(' '))).toEqual(many.slice(8).toReversed());
  });
});

describe('findMatches', () => {
  test.each([
    ['Cleaned the kitchen, kitchenette and KITCHEN.', 'kitch', ['kitch', 'kitch', 'KITCH']],
    ['The thekitchen', 'kitchen', []],
    ['José was at Café Zoë', 'jose caf zoe', ['José', 'Caf', 'Zoë']],
    ['Jose\u0301 was here', 'jose', ['Jose\u0301']],
    ['Hauptstraße 5', 'hauptstrass', ['Hauptstraß']],
    ['care careful', 'car care', ['care', 'care']],
    ['🏠 house 🏠', 'hou', ['hou']],
  ])('finds in %j the terms of %j', (text, typed, parts) => expect(marked(text, typed)).toEqual(parts));

  test('finds the same matches with and without the fast path for ASCII', () => {
    const plain = fc.array(fc.constantFrom('ab', 'AbC', 'b1', ' ', '-', '_', 'x', "'"), { maxLength: 30 });
    const queries = fc.array(fc.constantFrom('a', 'ab', 'abc', 'b', 'b1', 'x', 'ä', '家'), { maxLength: 4 });
    fc.assert(
      fc.property(plain, queries, (parts, terms) => {
        const text = parts.join('');
        const beside = findMatches(`${text} \u00e9`, terms);
        expect(findMatches(text, terms)).toEqual(beside.filter(({ from }) => from < text.length));
      }),
      { numRuns: 1000 },
    );
  });

  test('finds every word of a text in the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const tokens = tokenize(text);
        const matches = findMatches(
          text,
          tokens.map((token) => token.folded),
        );
        expect(matches.map(({ from }) => from)).toEqual(tokens.map(({ from }) => from));
        for (const { from, to } of matches) expect(to).toBeGreaterThan(from);
      }),
      { numRuns: 300 },
    );
  });
});
