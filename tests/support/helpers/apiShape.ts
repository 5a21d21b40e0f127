/** The endpoints with their fields, to compare the API with the last release. At a release: `node tests/support/helpers/apiShape.ts`. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { features } from '#app/contract.ts';
import { jsonSchemaOf } from '#platform/server/http/serializer.ts';

/** Of each endpoint the names of its fields; a `!` marks a required one of the request. */
export type ApiShape = Record<string, { request: string[]; response: string[] }>;

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

function listFields(schema: JsonSchema, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...parts.flatMap((part) => listFields(part, path)),
    ...(schema.items ? listFields(schema.items, `${path}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      `${path}.${name}${schema.required?.includes(name) ? '!' : ''}`,
      ...listFields(field, `${path}.${name}`),
    ]),
  ];
}

const sorted = (fields: string[]): string[] => [...new Set(fields)].toSorted();

/** The API as it is now. */
export function readApiShape(): ApiShape {
  const shape: ApiShape = {};
  for (const [name, endpoint] of features.flatMap(({ contract }) => Object.entries(contract))) {
    const { params, query, body, upload, response } = endpoint;
    const requests = Object.entries({ params, query, body, form: upload?.fields });
    shape[name] = {
      request: sorted(
        requests.flatMap(([part, schema]) => (schema ? listFields(jsonSchemaOf(schema, 'input'), part) : [])),
      ),
      response: sorted(
        response instanceof z.ZodType
          ? listFields(jsonSchemaOf(response, 'output'), '').map((field) => field.replace(/!$/, ''))
          : [],
      ),
    };
  }
  return shape;
}

/** What a program written for `before` can no longer rely on, one line each. */
export function findBreakingChanges(before: ApiShape, after: ApiShape): string[] {
  return Object.entries(before).flatMap(([name, { request, response }]) => {
    const now = after[name];
    if (!now) return [`${name}: removed`];
    const accepted = new Set(now.request.map((field) => field.replace(/!$/, '')));
    const removed = request.map((field) => field.replace(/!$/, '')).filter((field) => !accepted.has(field));
    const required = now.request.filter((field) => field.endsWith('!') && !request.includes(field));
    return [
      ...removed.map((field) => `${name}: request field ${field} removed`),
      ...required.map((field) => `${name}: request field ${field.replace(/!$/, '')} is required`),
      ...response
        .filter((field) => !now.response.includes(field))
        .map((field) => `${name}: response field ${field} removed`),
    ];
  });
}

export const RELEASED_API = 'tests/api/releasedApi.json';

if (import.meta.main) writeFileSync(RELEASED_API, `${JSON.stringify(readApiShape(), null, 2)}\n`);
