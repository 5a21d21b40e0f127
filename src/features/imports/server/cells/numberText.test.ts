import { expect, test } from 'vitest';
import { readNumber } from './numberText.ts';

test.each([
  ['16.35', { numbers: { point: '16.35' } }],
  ['16,35', { numbers: { comma: '16.35' } }],
  ['1,250', { numbers: { point: '1250', comma: '1.250' } }],
  ['1.250', { numbers: { point: '1.250', comma: '1250' } }],
  ['1,250,000', { numbers: { point: '1250000' } }],
  ['1,23,456.78', { numbers: { point: '123456.78' } }],
  ['1.234,50 €', { numbers: { comma: '1234.50' } }],
  ['1\u202f250,50', { numbers: { comma: '1250.50' } }],
  ["1'250.50", { numbers: { point: '1250.50' } }],
  ['$1,234.50', { numbers: { point: '1234.50' } }],
  ['0,125', { numbers: { comma: '0.125' } }],
  ['.5', { numbers: { point: '0.5' } }],
  ['(5.00)', { numbers: { point: '-5.00' } }],
  ['USD 12', { number: '12' }],
  ['US$ 5', { number: '5' }],
  ['40 units', { number: '40' }],
  ['\u22125', { number: '-5' }],
  ['1:30', { seconds: 5400 }],
  ['40:00:00', { seconds: 144_000 }],
  ['1.5 h', { seconds: 5400 }],
  ['1 h 30 min', { seconds: 5400 }],
  ['1,5 h', { seconds: 5400 }],
  ['1,200.50 hours', { seconds: 4_321_800 }],
  ['90.5 min', { seconds: 5430 }],
])('%s is read', (text, reading) => {
  expect(readNumber(text)).toEqual(reading);
});

test.each(['', 'many', '5.', '1,234,5', '1,234,56.00', '1.2E+3', '12 kg', '1-2', '1,200 h', '1.200 min'])(
  '%s is not a number',
  (text) => {
    expect(readNumber(text)).toEqual({ message: 'Must be a number' });
  },
);

test('a percentage is not a number', () => {
  expect(readNumber('12%')).toEqual({ message: 'This is a percentage. Enter the number itself.' });
});
