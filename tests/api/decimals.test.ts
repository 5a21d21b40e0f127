/** Every decimal field of every body: what it stores, and 400 at the field for more decimal places than that. */

import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  buildNestedBodies,
  buildRequest,
  hasBody,
  listEndpoints,
} from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness, type SeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';

const api = useApi({ RATE_LIMITS: 'off' });
let seeded: SeededBusiness;
beforeAll(async () => void (seeded = await createSeededBusiness(api)));

interface DecimalField {
  name: string;
  /** Of the field in the body, with 0 for the first of a list. */
  path: (string | number)[];
  decimals: number;
}

/** The decimal fields of a schema of JSON: those with a number that is a multiple of 0.01 and the like. */
function findDecimals(schema: unknown, path: (string | number)[] = []): Omit<DecimalField, 'name'>[] {
  const { properties, items, anyOf, oneOf, allOf, multipleOf } = schema as {
    properties?: Record<string, unknown>;
    items?: unknown;
    multipleOf?: number;
  } & Partial<Record<'anyOf' | 'oneOf' | 'allOf', unknown[]>>;
  const inner = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  return [
    ...(multipleOf === undefined ? [] : [{ path, decimals: Math.round(-Math.log10(multipleOf)) }]),
    ...Object.entries(properties ?? {}).flatMap(([key, one]) => findDecimals(one, [...path, key])),
    ...(items === undefined ? [] : findDecimals(items, [...path, 0])),
    ...inner.flatMap((one) => findDecimals(one, path)),
  ];
}

const fields: DecimalField[] = listEndpoints(({ body }) => body !== undefined).flatMap(({ name, endpoint }) =>
  findDecimals(z.toJSONSchema(endpoint.body as z.ZodType, { io: 'input', unrepresentable: 'any' })).map(
    (one) => ({
      name,
      ...one,
    }),
  ),
);

/** A valid body with another value of one field. */
function buildBodyWith({ name, path }: DecimalField, value: unknown): unknown {
  const bodies = buildNestedBodies(name, seeded.ids) as Record<string, unknown>[];
  const [first = ''] = path;
  const base = structuredClone(bodies.find((body) => first in body) ?? bodies[0] ?? {});
  let target: Record<string | number, unknown> = base;
  for (const [index, key] of path.slice(0, -1).entries())
    target = (target[key] ??= typeof path[index + 1] === 'number' ? [{}] : {}) as Record<string, unknown>;
  target[path.at(-1) ?? ''] = value;
  return base;
}

const send = (field: DecimalField, value: unknown) =>
  api.send(seeded.business.admin.token, {
    ...buildRequest(field.name, seeded.ids),
    body: buildBodyWith(field, value),
  });

test('the contract has these decimal fields', () => {
  expect([...new Set(fields.map(({ path, decimals }) => `${path.at(-1)} ${decimals}`))].toSorted()).toEqual([
    'amount 2',
    'quantity 2',
    'rate 2',
    'signedUnits 2',
    'taxRate 3',
    'total 2',
    'totalTimeUnits 2',
    'unitRate 2',
    'unitRate 4',
    'unitsAuthorized 2',
    'unitsPerMonth 2',
    'unitsPerWeek 2',
  ]);
  expect(fields.every(({ name }) => hasBody(name))).toBe(true);
});

test.each(fields)(
  '$name refuses more than $decimals decimal places at $path [15.decimals.1]',
  async (field) => {
    const { path, decimals } = field;
    const last = `1.${'0'.repeat(decimals)}1`;
    for (const value of [last, Number(last), `-${last}`, 1e-7, '0.30000000000000004', `${last}0`]) {
      const { status, error } = await send(field, value);
      const issues = error?.issues?.map((issue) => issue.path);
      expect([value, status, issues]).toEqual([value, 400, expect.arrayContaining([path.join('.')])]);
    }
  },
);

test.each(fields)(
  '$name takes $decimals decimal places with trailing zeros at $path [15.decimals.1]',
  async (field) => {
    const exact = `1.${'2'.repeat(field.decimals)}`;
    for (const value of [`${exact}000`, exact, Number(exact), 0.1 + 0.2, 8.7]) {
      const { error } = await send(field, value);
      // Some are refused for another reason, such as an authorization without a service.
      const messages = error?.issues?.map(({ message }) => message).join() ?? '';
      expect([value, messages]).not.toEqual([
        value,
        expect.stringMatching(/decimal|number|Must be|percentage/),
      ]);
    }
  },
);
