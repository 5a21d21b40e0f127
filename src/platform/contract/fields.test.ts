import { describe, expect, test } from 'vitest';
import { idInPath, optionalEmail, pageQuery } from './fields.ts';

describe('pageQuery', () => {
  test('has 50 rows by default [10.1.8]', () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
  });

  test.each([
    ['1', 1],
    ['200', 200],
  ])('accepts a limit of %s rows', (limit, rows) => {
    expect(pageQuery.parse({ limit })).toEqual({ limit: rows });
  });

  test.each(['0', '201', '1.5', 'all'])('rejects a limit of %s rows [10.1.8]', (limit) => {
    expect(pageQuery.safeParse({ limit }).success).toBe(false);
  });
});

test.each(['0', '-1', '1.5', 'me', ''])('idInPath rejects %j [10.1.2]', (input) => {
  expect(idInPath.safeParse(input).success).toBe(false);
});

test('optionalEmail accepts a missing address and rejects an invalid one', () => {
  expect(['', null, undefined, 'a@b.example'].map((one) => optionalEmail().parse(one))).toEqual([
    null,
    null,
    null,
    'a@b.example',
  ]);
  expect(optionalEmail().safeParse('not an address').error?.issues[0]?.message).toBe('Invalid email address');
});
