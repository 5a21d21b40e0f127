import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { COUNT_CAP } from '#platform/contract/counting.ts';
import { ResultHeading } from './ResultHeading.tsx';

test('the heading shows the number of results, with a plus where counting stopped [2.search.7]', () => {
  const heading = (total: number) => renderToStaticMarkup(createElement(ResultHeading, { total }));
  expect(heading(1)).toContain('1 result<');
  expect(heading(1204)).toContain('1,204 results<');
  expect(heading(COUNT_CAP)).toContain('10,000+ results<');
});
