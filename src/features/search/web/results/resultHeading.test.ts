import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MOST_FOUND } from '#features/search/rules.ts';
import { ResultHeading } from './ResultHeading.tsx';

const LIMIT = 'The best of the newest 1,000 are shown.';

test('counts what was found, and says when that is where the search ends [2.search.7]', () => {
  const shown = (total: number, byWords = true) =>
    renderToStaticMarkup(createElement(ResultHeading, { total, byWords }));
  expect(shown(1)).toContain('1 result<');
  expect(shown(MOST_FOUND - 1)).not.toContain(LIMIT);
  expect(shown(MOST_FOUND)).toContain('1,000 results<');
  expect(shown(MOST_FOUND)).toContain(LIMIT);
  // Without words nothing is ranked, and all is listed.
  expect(shown(MOST_FOUND, false)).not.toContain(LIMIT);
});
