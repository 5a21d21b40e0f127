import { expect, test } from 'vitest';
import { z } from 'zod';
import { decimal, id, instant } from '#platform/contract/fields.ts';
import { serializerFor } from './serializer.ts';

const row = z.object({
  id,
  name: z.string().nullable(),
  at: instant,
  doneAt: instant.nullable(),
  units: decimal,
  owner: z.object({ id }).nullable(),
  tags: z.array(z.string()),
});
const serialize = serializerFor(z.array(row));
const at = new Date('2026-03-01T14:05:00.000Z');

test('serializes dates in UTC, null as null and decimals as text [10.1.3,5]', () => {
  const value = { id: 1, name: null, at, doneAt: null, units: '12.50', owner: null, tags: [] };
  expect(JSON.parse(serialize([value, { ...value, doneAt: at, owner: { id: 2 } }]))).toEqual([
    { ...value, at: '2026-03-01T14:05:00.000Z' },
    { ...value, at: '2026-03-01T14:05:00.000Z', doneAt: '2026-03-01T14:05:00.000Z', owner: { id: 2 } },
  ]);
});

test('leaves out undeclared fields at any depth [S-30]', () => {
  const secret = {
    id: 1,
    name: 'x',
    at,
    doneAt: at,
    units: '1.00',
    owner: { id: 2, hash: 'canary' },
    tags: [],
    password: 'canary',
  };
  expect(serialize([secret])).not.toContain('canary');
});

test('throws when a required field is missing', () => {
  expect(() => serialize([{ id: 1 }])).toThrow(/required/);
});

test('serializes a replayed answer, whose dates are text, to the same JSON', () => {
  const value = { id: 1, name: 'x', at, doneAt: at, units: '1.00', owner: { id: 2 }, tags: ['a'] };
  const first = serialize([value]);
  expect(serialize(JSON.parse(first))).toBe(first);
});
