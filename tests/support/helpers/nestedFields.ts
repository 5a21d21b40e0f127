/** The fields of a body below its first level. */

import type { Schema } from './randomRequests.ts';

/** The names of a field from the outside in; `*` is the first item of an array, or the first value of a record. */
export type FieldPath = readonly string[];

/** The fields of a schema that are in an object or array of the body, without duplicates. */
export function listNestedPaths(schema: Schema): FieldPath[] {
  const paths = new Map(listPaths(schema, []).map((path) => [path.join('.'), path]));
  return [...paths.values()].filter((path) => path.length > 1);
}

function listPaths(schema: Schema, path: FieldPath): FieldPath[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => listPaths(choice, path));
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length > 0) return fields.flatMap(([name, field]) => listPaths(field, [...path, name]));
  const each = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : schema.items;
  return each ? listPaths(each, [...path, '*']) : [path];
}

/** A copy of the value with another one at the path; undefined when it has nothing there. */
export function replaceAt(value: unknown, [name, ...rest]: FieldPath, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return undefined;
  const key = name === '*' ? Object.keys(value)[0] : name;
  if (key === undefined || !(key in value)) return undefined;
  const replaced = replaceAt((value as Record<string, unknown>)[key], rest, replacement);
  if (replaced === undefined) return undefined;
  return Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced };
}
