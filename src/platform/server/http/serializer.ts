/** Serializes responses with functions compiled from the contract, which leave out undeclared fields. */

import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

/** The JSON schema of a zod schema, for OpenAPI and the serializer. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      // zod writes `startsWith` as the pattern that it is, and as a format that no validator knows.
      if (one.format !== undefined && NO_FORMATS.has(one.format)) delete one.format;
    },
  });
  return jsonSchema;
}

const NO_FORMATS = new Set(['starts_with', 'ends_with', 'includes', 'regex', 'lowercase', 'uppercase']);

/** Creates a function that serializes values of the schema. It is compiled on first use, to keep the start short. */
export function serializerFor(schema: z.ZodType): (value: unknown) => string {
  let serialize: ((value: unknown) => string) | undefined;
  const compile = () =>
    fastJsonStringify(
      simplifyNullable(jsonSchemaOf(schema, 'output')) as Parameters<typeof fastJsonStringify>[0],
    );
  return (value) => (serialize ??= compile())(value);
}

/** Replaces the choice between null and one schema, which is validated for each row, by `nullable: true`. */
function simplifyNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplifyNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] };
  const simplified = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, simplifyNullable(value)]),
  );
  if (!anyOf) return simplified;
  const [choice, ...others] = anyOf.filter((one) => one.type !== 'null');
  if (others.length > 0 || !choice) return { ...simplified, anyOf: simplifyNullable(anyOf) };
  return { ...simplified, ...(simplifyNullable(choice) as object), nullable: true };
}
