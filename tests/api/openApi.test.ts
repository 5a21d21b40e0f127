/** A client that validates with the OpenAPI document refuses each value of a field that the server refuses. */

import addFormats from 'ajv-formats';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildNestedBodies, hasBody, listEndpoints } from '#tests/support/factories/endpointRequests.ts';
import { createSeededBusiness } from '#tests/support/factories/seededBusiness.ts';
import { useApi } from '#tests/support/helpers/api.ts';

type Json = Record<string, unknown>;
interface Operation {
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

// As a generator reads it: unknown keywords and formats are errors, and decimals are compared as decimals.
const ajv = new Ajv({ strict: true, strictTypes: false, strictTuples: false, multipleOfPrecision: 6 });
addFormats(ajv);

const LENGTHS = [
  3, 5, 21, 41, 51, 81, 101, 256, 301, 501, 1_001, 2_049, 5_001, 10_001, 20_001, 70_000, 420_000,
];
const TEXTS = [
  '| |abc|x y|é|-|=1+1|\t|2026-02-30|2026-13-01|1999-12-31|2100-01-01|26-1-1|2026-11-29|11/29/2026',
  '2026-11-29T10:00:00Z|2026-11-29T25:00:00Z|2026-11-29 10:00|24:00|9:00|09:60|09:00:00|0|-1|1|201|1.5|1.234',
  '6.87251|1e3|100|100.001|101|999999999999|.5|+1|no address|a@b|a@b.example|javascript:alert(1)|ftp://x.example',
  'https://u:p@x.example|+05:30|JPY|usd|Not A Slug|not-a-uuid|data:text/plain,x|{0000}{0000}|pending',
].flatMap((line) => line.split('|'));
const NUMBERS = [
  0,
  -1,
  1,
  1.5,
  13,
  49,
  101,
  169,
  201,
  366,
  501,
  1e7,
  1e10,
  1e21,
  2 ** 53,
  0.001,
  1.234,
  100.375,
];
const LONG_TEXTS = LENGTHS.map((length) => 'x'.repeat(length));
const OTHERS = [true, false, null, [], {}, [0], ['x'], [null], { a: 1 }];
const VALUES: unknown[] = [...TEXTS, ...LONG_TEXTS, ...NUMBERS, 6.87251, ...OTHERS];

/** Rules that a JSON schema cannot express, by the name of the field. */
const NOT_EXPRESSIBLE: Record<string, string> = {
  timeZone: 'the names that the server knows',
  cardNumber: 'the check digit',
};

const problems: string[] = [];
let checked = 0;

/** Compares one field. @param toSent what the server receives for a value, which in an address is a text */
function compare(
  where: string,
  {
    field,
    json,
    toSent = (value) => value,
  }: { field: z.ZodType; json: Json; toSent?: (value: unknown) => unknown },
): void {
  const [, name = ''] = /\.?(\w+)(?:\[\])?$/.exec(where) ?? [];
  const validate: ValidateFunction = ajv.compile(json);
  // Objects are compared field by field; rules between fields are not in the document.
  const isObject = unwrap(field) instanceof z.ZodObject;
  for (const value of VALUES.filter((one) => !isObject || !isPlainObject(one))) {
    checked += 1;
    if (validate(value) && !field.safeParse(toSent(value)).success && !(name in NOT_EXPRESSIBLE))
      problems.push(`${where} ${JSON.stringify(value)?.slice(0, 60)}`);
  }
}

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema in optional, nullable and others. */
function unwrap(field: z.ZodType): z.ZodType {
  const { innerType } = (field as unknown as { def: { innerType?: z.ZodType } }).def;
  return innerType ? unwrap(innerType) : field;
}

/** Compares a field and what is in it. */
function walk(where: string, field: z.ZodType, json: Json): void {
  compare(where, { field, json });
  walkInside(where, field, json);
}

function walkInside(where: string, field: z.ZodType, json: Json): void {
  const { def } = field as unknown as { def: { type: string } & Record<string, unknown> };
  const variants = (json['anyOf'] ?? json['oneOf']) as Json[] | undefined;
  if (def.type === 'union')
    (def['options'] as z.ZodType[]).forEach((option, index) => {
      const variant = variants?.[index];
      if (variant) walkInside(`${where}|${index}`, option, variant);
    });
  else if (def.type === 'nullable') {
    const inner = def['innerType'] as z.ZodType;
    walkInside(where, inner, variants?.find((one) => one['type'] !== 'null') ?? json);
  } else if (['optional', 'default', 'prefault', 'readonly'].includes(def.type))
    walkInside(where, def['innerType'] as z.ZodType, json);
  else if (def.type === 'pipe') walkInside(where, def['in'] as z.ZodType, json);
  else if (def.type === 'array') walk(`${where}[]`, def['element'] as z.ZodType, json['items'] as Json);
  else if (field instanceof z.ZodObject) {
    const { properties = {}, required = [] } = json as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    for (const [key, one] of Object.entries<z.ZodType>(field.shape)) {
      if (!one.safeParse(undefined).success && !required.includes(key))
        problems.push(`${where}.${key} missing`);
      walk(`${where}.${key}`, one, properties[key] ?? {});
    }
  }
}

const api = useApi();
let document: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  const answer = await api.send(null, { method: 'GET', url: '/api/openapi.json' });
  document = answer.body as typeof document;
});

function findOperation(name: string): Operation {
  const [method = '', url = ''] = name.split(' ');
  const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${name} is not in the document`);
  return operation;
}

const findBody = (name: string): Json | undefined =>
  findOperation(name).requestBody?.content['application/json']?.schema;

test('a client that validates with the document refuses what the server refuses, for each field [15.api.1]', () => {
  for (const { name, endpoint } of listEndpoints(() => true)) {
    for (const { name: parameter, in: position, schema } of findOperation(name).parameters) {
      const fields = { path: endpoint.params, query: endpoint.query }[position];
      const field = fields?.shape[parameter] as z.ZodType | undefined;
      if (field) compare(`${name} ${position}.${parameter}`, { field, json: schema, toSent: String });
    }
    const body = findBody(name);
    if (endpoint.body && body) walk(`${name} body`, endpoint.body, body);
  }
  expect(checked).toBeGreaterThan(20_000);
  expect(problems).toEqual([]);
});

test('it accepts a valid body of each endpoint [15.api.1]', async () => {
  const { ids } = await createSeededBusiness(api);
  const refused = listEndpoints((_, name) => hasBody(name)).flatMap(({ name }) => {
    const validate = ajv.compile(findBody(name) ?? false);
    return buildNestedBodies(name, ids)
      .map((body) => JSON.parse(JSON.stringify(body)) as unknown)
      .filter((body) => !validate(body))
      .map((body) => [name, body, validate.errors]);
  });
  expect(refused).toEqual([]);
});

test('the document keeps limits, formats and patterns of parameters [15.api.1]', () => {
  const [limit] = findOperation('GET /api/notes').parameters.filter(({ name }) => name === 'limit');
  expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
  const [from] = findOperation('GET /api/billing/open').parameters.filter(({ name }) => name === 'from');
  expect(from).toMatchObject({ name: 'from', schema: { type: 'string', format: 'date' } });
  const [id] = findOperation('GET /api/clients/:id').parameters;
  expect(id?.schema).toMatchObject({ type: 'integer', exclusiveMinimum: 0 });
});
