import { expect, test } from 'vitest';
import { readDate } from './dateText.ts';
import { trimCell } from './plainText.ts';

test.each([
  '2026-03-04',
  '2026/3/4',
  '2026.03.04',
  '20260304',
  '2026-03-04T00:00:00.000Z',
  '2026-03-04 14:30',
  'March 4 2026 2:30 PM',
  '4 Mar 2026',
  '4-Mar-26',
  '04MAR2026',
  'Mar 4, 2026',
  'March 4th, 2026',
  'Wednesday, March 4, 2026',
  'mar 4 mar 2026',
  '4. März 2026',
  '4. Mrz 2026',
  '4 de marzo de 2026',
  '4 марта 2026 г.',
  '2026年3月4日',
  '2026. 3. 4.',
  '٢٠٢٦/٠٣/٠٤',
  '２０２６－０３－０４',
])('%s is March 4, 2026 in any column', (text) => {
  expect(readDate(text)).toEqual({ day: '2026-03-04' });
});

test.each([
  ['03/04/2026', ['2026-03-04', '2026-04-03', undefined]],
  ['3-4-2026', ['2026-03-04', '2026-04-03', undefined]],
  ['03.04.2026', ['2026-03-04', '2026-04-03', undefined]],
  ['\u200e3\u200e/\u200e4\u200e/\u200e2026', ['2026-03-04', '2026-04-03', undefined]],
  ['03\u201104\u20112026', ['2026-03-04', '2026-04-03', undefined]],
  ['3/4/2026 12:00:00 AM', ['2026-03-04', '2026-04-03', undefined]],
  ['03042026', ['2026-03-04', '2026-04-03', undefined]],
  ['13/04/2026', [undefined, '2026-04-13', undefined]],
  ['04/13/2026', ['2026-04-13', undefined, undefined]],
  ['03/04/26', ['2026-03-04', '2026-04-03', '2003-04-26']],
  ['13/04/26', [undefined, '2026-04-13', '2013-04-26']],
])('%s depends on the order of its column', (text, [monthFirst, dayFirst, yearFirst]) => {
  expect(readDate(text)).toEqual({
    days: {
      ...(monthFirst && { 'month-first': monthFirst }),
      ...(dayFirst && { 'day-first': dayFirst }),
      ...(yearFirst && { 'year-first': yearFirst }),
    },
  });
});

test('a date with equal parts is the same day in each order', () => {
  expect(readDate('3/3/2026')).toEqual({ day: '2026-03-03' });
});

test.each([
  ['46085', /^46085 is a number/],
  ['1405/01/13', /^The year 1405 is not from 2000 to 2099\. Use the Gregorian calendar\./],
  ['2569-03-04', /^The year 2569/],
  ['12/31/1935', /^The year 1935/],
  ['2026-03-04T23:30:00Z', /^This time has a time zone/],
  ['2026-13-04', /^Enter a date such as/],
  ['31/02/2026', /^Enter a date such as/],
  // October in Croatian, November in Polish.
  ['4 listopad 2026', /^Enter a date such as/],
  ['Mar 2026', /^Enter a date such as/],
  ['Tammuz 4 2026', /^Enter a date such as/],
  ['4 March or April 2026', /^Enter a date such as/],
  ['never', /^Enter a date such as/],
])('%s is an error', (text, message) => {
  expect(readDate(text)).toEqual({ message: expect.stringMatching(message) as string });
});

test('reads cells of any length without delay', () => {
  const started = performance.now();
  expect(readDate(`1${'t'.repeat(200_000)}x`)).toHaveProperty('message');
  expect(readDate(`1${','.repeat(200_000)}x`)).toHaveProperty('message');
  expect(trimCell(` a${' '.repeat(200_000)}b\u200B`)).toHaveLength(200_002);
  expect(performance.now() - started).toBeLessThan(1000);
});
