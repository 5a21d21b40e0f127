import { expect, test } from 'vitest';
import { canonicalJson } from './canonicalJson.ts';

test('sorts keys by UTF-16 code units and writes no white space, as in RFC 8785 [10.5.14 S-36]', () => {
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test('returns the same text for any order of the members, and leaves out undefined', () => {
  const one = canonicalJson({ b: [true, null, 'x"\u2028'], a: { d: 1, c: undefined } });
  const other = canonicalJson({ a: { d: 1 }, b: [true, null, 'x"\u2028'] });
  expect(one).toBe(other);
  expect(JSON.parse(one)).toEqual({ a: { d: 1 }, b: [true, null, 'x"\u2028'] });
});

test.each([0.1, Number.NaN, 2 ** 53])('throws for %s, which is not a safe integer', (number) => {
  expect(() => canonicalJson({ number })).toThrow(/not an integer/);
});

test('throws for a value that JSON does not have', () => {
  expect(() => canonicalJson({ at: () => 1 })).toThrow(/no canonical form/);
});
