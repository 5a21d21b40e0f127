/** The endpoints with their fields, to compare the API with the last release. At a release: `node tests/support/helpers/apiShape.ts`. */

import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Access } from '#platform/contract/endpoint.ts';
import { jsonSchemaOf } from '#platform/server/http/serializer.ts';
import { features } from '#app/contract.ts';

/** Access and field paths of each endpoint, separated by spaces; `!` marks a required field. */
export type ApiShape = Record<string, { access: Access; request: string; response: string }>;

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

const withoutMark = (field: string): string => field.replace(/!$/, '');
const joinFields = (fields: string[]): string => [...new Set(fields)].toSorted().join(' ');
const splitFields = (fields: string): string[] => fields.split(' ').filter(Boolean);

/** Returns the current API. */
export function readApiShape(): ApiShape {
  const endpoints = features.flatMap(({ contract }) => Object.entries(contract));
  return Object.fromEntries(
    endpoints.map(([name, { access, params, query, body, upload, response }]) => {
      const inputs = Object.entries({ params, query, body, form: upload?.fields });
      const request = inputs.flatMap(([part, schema]) =>
        schema ? listFields(jsonSchemaOf(schema, 'input'), part) : [],
      );
      const output = response instanceof z.ZodType ? listFields(jsonSchemaOf(response, 'output'), '') : [];
      return [name, { access, request: joinFields(request), response: joinFields(output.map(withoutMark)) }];
    }),
  );
}

/** Lists the breaking changes since `before`, one line each. */
export function findBreakingChanges(before: ApiShape, after: ApiShape): string[] {
  return Object.entries(before).flatMap(([name, released]) => {
    const now = after[name];
    if (!now) return [`${name}: removed`];
    const [request, response] = [splitFields(released.request), splitFields(released.response)];
    const [requestNow, responseNow] = [splitFields(now.request), splitFields(now.response)];
    const accepted = requestNow.map(withoutMark);
    const names = request.map(withoutMark);
    // A required field within a new optional object.
    const isOptional = (field: string) =>
      requestNow.some((object) => field.startsWith(`${object}.`) && !names.includes(object));
    const changes = [
      ...(now.access === released.access ? [] : [`access ${released.access} changed`]),
      ...request
        .map(withoutMark)
        .filter((field) => !accepted.includes(field))
        .map((field) => `request field ${field} removed`),
      ...requestNow
        .filter((field) => field.endsWith('!') && !request.includes(field) && !isOptional(field))
        .map((field) => `request field ${withoutMark(field)} is required`),
      ...response
        .filter((field) => !responseNow.includes(field))
        .map((field) => `response field ${field} removed`),
    ];
    return changes.map((change) => `${name}: ${change}`);
  });
}

export const RELEASED_API = 'tests/api/releasedApi.json';

if (import.meta.main) writeFileSync(RELEASED_API, `${JSON.stringify(readApiShape(), null, 2)}\n`);
