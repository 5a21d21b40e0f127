/** Random requests from the schemas of an endpoint: nearly valid ones, which get past validation, and arbitrary ones. */

import fc from 'fast-check';
import type { z } from 'zod';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { jsonSchemaOf } from '#platform/server/http/serializer.ts';

/** Values that have broken servers before. */
export const HOSTILE_VALUES: unknown[] = [
  [null, '', ' ', 0, -1, 1.5, 2 ** 53, 1e308, true, [], {}, [[]], ['a'], { length: 1 }],
  [['\ud800'], { '\ud800': '\udc00' }],
  ['0', '-0', 'NaN', 'null', '2026-02-30', '0000-00-00', '+275760-09-13T00:00:00.001Z', '25:00'],
  ["'; drop table users; --", '%00', '\u0000', 'A\ud800', '\u202e', '../../etc/passwd', '${7*7}'],
  ['<script>alert(1)</script>', 'data:image/png;base64,AAAA', 'javascript:alert(1)'],
  ['x'.repeat(20_000), '\u{1F4E6}'.repeat(300), '9'.repeat(400)],
].flat();
/** Ids for an address. */
export const HOSTILE_IDS = "0 -1 1.5 x 9223372036854775808 1e3 %00 ..%2f1 1'-- null".split(' ');

export const SENDERS = ['manager', 'employee', 'other', 'anonymous', 'guest'] as const;

export interface FuzzCase {
  sender: (typeof SENDERS)[number];
  /** The id in the address: of an own row, of another business's row, or a text that is no id. */
  id: { of: 'own' | 'other'; index: number } | string;
  query: Record<string, string>;
  body: FuzzBody;
}

/** A body before the ids of existing rows are filled in. */
export type FuzzBody =
  | { kind: 'valid'; of: 'own' | 'other'; changes: Record<string, unknown>; without: string[] }
  | { kind: 'value'; value: unknown }
  | { kind: 'text'; text: string; type: string };

const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_VALUES),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

const owner = fc.oneof({ arbitrary: fc.constant('own' as const), weight: 4 }, fc.constant('other' as const));

/** Requests of an endpoint; fast-check shrinks a failing one to the simplest that fails. */
export function arbitraryRequests(endpoint: Endpoint): fc.Arbitrary<FuzzCase> {
  return fc.record({
    sender: fc.oneof(
      { arbitrary: fc.constant('manager' as const), weight: 5 },
      { arbitrary: fc.constant('employee' as const), weight: 3 },
      fc.constantFrom(...SENDERS),
    ),
    id: fc.oneof(
      { arbitrary: fc.record({ of: owner, index: fc.nat(50) }), weight: 6 },
      fc.constantFrom(...HOSTILE_IDS),
    ),
    query: queryOf(endpoint),
    body: bodyOf(endpoint),
  });
}

function queryOf({ query }: Endpoint): fc.Arbitrary<Record<string, string>> {
  if (!query) return fc.constant({});
  const fields = Object.entries(schemaOf(query).properties ?? {});
  const value = (schema: Schema) =>
    fc
      .oneof({ arbitrary: valuesOf(schema), weight: 4 }, anything)
      .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)).slice(0, 3000));
  const record = Object.fromEntries(fields.map(([name, schema]) => [name, value(schema)]));
  return fc.record(record, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>;
}

const CONTENT_TYPES = [
  ['application/json', 'application/json;charset=utf-8', 'application/json; charset=utf-16'],
  ['APPLICATION/JSON', 'application/json\t', ' application/json', 'application/json, text/plain'],
  ['multipart/form-data', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
  ['text/plain', 'application/xml'],
].flat();

/** Bodies that no JSON library writes. */
const texts = (json: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', '{', '[', '"', 'null', '{"__proto__":{"role":"admin"}}', '{"a":1,"a":2}', '\ufeff{}'),
    fc.constantFrom(
      '--x\r\n\r\n',
      '--x--',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
    ),
    fc.integer({ min: 1, max: 5000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.tuple(json, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([text, at, put]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + put + text.slice(index + 1);
    }),
  );

function bodyOf(endpoint: Endpoint): fc.Arbitrary<FuzzBody> {
  const schema = endpoint.body ? schemaOf(endpoint.body) : {};
  const fields = Object.entries(schema.properties ?? schema.oneOf?.[0]?.properties ?? {});
  const names = fields.map(([name]) => name);
  const changes = fc.record(
    Object.fromEntries(fields.map(([name, one]) => [name, fc.oneof(valuesOf(one), anything)])),
    { requiredKeys: [] },
  );
  const few = changes.map((all) => Object.fromEntries(Object.entries(all).slice(0, 3)));
  const whole = valuesOf(schema);
  const valid = (changed: fc.Arbitrary<Record<string, unknown>>, without: fc.Arbitrary<string[]>) =>
    fc.record({ kind: fc.constant('valid' as const), of: owner, changes: changed, without });
  const value = (one: fc.Arbitrary<unknown>) =>
    fc.record({ kind: fc.constant('value' as const), value: one });
  return fc.oneof(
    { arbitrary: valid(fc.constant({}), fc.constant([])), weight: 3 },
    { arbitrary: valid(few, fc.subarray(names, { maxLength: Math.min(1, names.length) })), weight: 6 },
    { arbitrary: value(whole), weight: 3 },
    { arbitrary: value(anything), weight: 1 },
    {
      arbitrary: fc.record({
        kind: fc.constant('text' as const),
        text: texts(whole.map((one) => JSON.stringify(one) ?? '')),
        type: fc.constantFrom(...CONTENT_TYPES),
      }),
      weight: 2,
    },
  );
}

/** The parts of a JSON schema that are used here. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export const schemaOf = (schema: z.ZodType): Schema => jsonSchemaOf(schema, 'input');

/** Values that the schema allows, often at its limits; any value when it has no type. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(valuesOf));
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {});
    const record = Object.fromEntries(fields.map(([name, one]) => [name, valuesOf(one)]));
    return fc.record(record, { requiredKeys: schema.required ?? [] });
  }
  if (schema.type === 'array') return fc.array(valuesOf(schema.items ?? {}), { maxLength: 5 });
  if (schema.type === 'integer') {
    return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.maxSafeNat(), fc.constant(schema.maximum ?? 0));
  }
  if (schema.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e6 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return schema.type === 'string' ? textsOf(schema) : anything;
}

function textsOf({ format, pattern, minLength = 0, maxLength = 30_000 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') return days;
  if (format === 'date-time') return days.map((day) => `${day}T12:00:00.000Z`);
  const ofLength = (length: number) => 'ö'.repeat(Math.min(length, 30_000));
  const plain = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(60, minLength)) }),
    fc.constantFrom(ofLength(minLength), ofLength(maxLength), ofLength(maxLength + 1)),
    days,
    fc.constantFrom('09:00', '23:59', 'https://example.com/', 'America/Havana', '12/40', '4242424242424242'),
  );
  return pattern ? fc.oneof(fc.stringMatching(new RegExp(pattern, 'u')), plain) : plain;
}

const days = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
