/** Which part of a long text tells most. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Match } from '#features/search/rules.ts';
import { findHighlights, mostTelling } from './highlights.ts';

/** As it is said: for each match, how many of the words stand from there on. */
function simply(matches: readonly Match[], within: number): Match | undefined {
  let [best, most] = [matches[0], 0];
  for (const first of matches) {
    const near = matches.filter(({ from, to }) => from >= first.from && to <= first.from + within);
    const told = new Set(near.map(({ word }) => word)).size;
    if (told > most) [best, most] = [first, told];
  }
  return best;
}

/** Matches as they stand in a text: one after another. */
const texts = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 20 }),
      length: fc.integer({ min: 1, max: 40 }),
      word: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    { maxLength: 60 },
  )
  .map((parts) => {
    let at = 0;
    return parts.map(({ gap, length, word }): Match => {
      const from = at + gap;
      at = from + length;
      return { from, to: at, word };
    });
  });

test('the match is the one that comparing each with each other finds', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 5, max: 130 }), (matches, within) => {
      expect(mostTelling(matches, within)).toBe(simply(matches, within));
    }),
    { numRuns: 1000 },
  );
});

test('a text of twenty thousand matches is looked through once, not once for each', () => {
  let looks = 0;
  const matches = Array.from({ length: 20_000 }, (_, index): Match => ({
    from: index * 2,
    get to() {
      looks += 1;
      return index * 2 + 1;
    },
    word: index === 15_000 ? 'b' : 'a',
  }));
  expect(mostTelling(matches, 130)).toBe(matches[14_936]);
  expect(looks).toBeLessThanOrEqual(3 * matches.length);
});

test('a text of thirty thousand blanks is cut in no time [R-11]', () => {
  const content = `${' '.repeat(30_000)}needle in the hay ${'x'.repeat(300)}`;
  const names = { title: '', clientName: '', clientContactName: '', authorName: '' };
  const before = process.cpuUsage();
  const [found] = findHighlights({ ...names, content, research: '', summary: '' }, ['needle']);
  const { user } = process.cpuUsage(before);
  expect(found).toMatchObject({ field: 'description', before: true, after: true });
  expect(found?.text).toContain('needle in the hay');
  // Microseconds of the processor, whoever else is busy; it was a second.
  expect(user).toBeLessThan(250_000);
});
