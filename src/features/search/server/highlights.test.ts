import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Match } from '#features/search/rules.ts';
import { findHighlights, findDensestMatch } from './highlights.ts';

/** Reference implementation without the sliding window: counts the different terms that follow each match. */
function compareAll(matches: readonly Match[], within: number): Match | undefined {
  let [best, most] = [matches[0], 0];
  for (const first of matches) {
    const near = matches.filter(({ from, to }) => from >= first.from && to <= first.from + within);
    const terms = new Set(near.map(({ term }) => term)).size;
    if (terms > most) [best, most] = [first, terms];
  }
  return best;
}

/** Matches in the order of a text. */
const texts = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 20 }),
      length: fc.integer({ min: 1, max: 40 }),
      term: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    { maxLength: 60 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ gap, length, term }): Match => {
      const from = at + gap;
      at = from + length;
      return { from, to: at, term };
    });
  });

test('findDensestMatch returns the match that comparing all pairs finds', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 5, max: 130 }), (matches, within) => {
      expect(findDensestMatch(matches, within)).toBe(compareAll(matches, within));
    }),
    { numRuns: 1000 },
  );
});

test('the densest of twenty thousand matches is found in linear time', () => {
  let reads = 0;
  const matches = Array.from({ length: 20_000 }, (_, index): Match => ({
    from: index * 2,
    get to() {
      reads += 1;
      return index * 2 + 1;
    },
    term: index === 15_000 ? 'b' : 'a',
  }));
  expect(findDensestMatch(matches, 130)).toBe(matches[14_936]);
  expect(reads).toBeLessThanOrEqual(3 * matches.length);
});

test('an excerpt of a text of thirty thousand blanks takes less than 250 ms of processor time [R-11]', () => {
  const content = `${' '.repeat(30_000)}needle in the hay ${'x'.repeat(300)}`;
  const names = { title: '', clientName: '', clientContactName: '', authorName: '' };
  const before = process.cpuUsage();
  const [highlight] = findHighlights({ ...names, content, research: '', summary: '' }, ['needle']);
  const { user } = process.cpuUsage(before);
  expect(highlight).toMatchObject({ field: 'description', before: true, after: true });
  expect(highlight?.text).toContain('needle in the hay');
  // CPU time in microseconds.
  expect(user).toBeLessThan(250_000);
});
