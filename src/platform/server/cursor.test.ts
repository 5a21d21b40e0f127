import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor, pageOf } from './cursor.ts';
import { AppError } from './errors.ts';

const anId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const aMoment = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });

test('decodes a cursor to the position that was encoded', () => {
  fc.assert(
    fc.property(anId, aMoment, (id, at) => {
      expect(decodeCursor(encodeCursor({ id }), false)).toEqual({ id });
      expect(decodeCursor(encodeCursor({ at, id }), true)).toEqual({ at, id });
    }),
  );
});

test('throws only 400 for any other text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => Buffer.from(text).toString('base64url')),
    fc.constantFrom('', '0', '-1', '1e3', ' 7', '1.', '.1', '1.2.3', '9'.repeat(30), 'NaN').map(toBase64),
  );
  fc.assert(
    fc.property(texts, fc.boolean(), (text, timed) => {
      expect(['the same again', '400 at cursor']).toContain(tryDecode(text, timed));
    }),
  );
});

test('throws 400 for a time after the year 9999', () => {
  const late = encodeCursor({ at: new Date('+010000-01-01T00:00:00Z'), id: 7 });
  expect(tryDecode(late, true)).toBe('400 at cursor');
});

test('throws for the cursor of a list with another order', () => {
  expect(() => decodeCursor(encodeCursor({ id: 7 }), true)).toThrow('This cursor is not valid');
  expect(() => decodeCursor(encodeCursor({ at: new Date(9), id: 7 }), false)).toThrow(
    'This cursor is not valid',
  );
});

test('returns the cursor of the last row of a page, and null for the last page', () => {
  const rows = [{ id: 9 }, { id: 7 }, { id: 4 }];
  expect(pageOf({ rows, limit: 2, total: 5 }, (row) => row)).toMatchObject({
    rows: [{ id: 9 }, { id: 7 }],
    total: 5,
    next: encodeCursor({ id: 7 }),
  });
  expect(pageOf({ rows, limit: 3, total: 3 }, (row) => row).next).toBeNull();
  expect(pageOf({ rows: [], limit: 3, total: 0 }, (row: { id: number }) => row).next).toBeNull();
});

/** Decodes a text, and encodes the position again. */
function tryDecode(text: string, timed: boolean): string {
  try {
    return encodeCursor(decodeCursor(text, timed)) === text ? 'the same again' : 'another cursor';
  } catch (error) {
    if (error instanceof AppError) return `${error.status} at ${error.issues?.[0]?.path}`;
    throw error;
  }
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
