/** Answers are written by functions compiled from the contract: what is not declared does not leave. */
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

/** The JSON schema of a zod schema, as OpenAPI and the serialiser want it. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  const { $schema: _, ...rest } = made;
  return rest;
}

/** A function that writes values of the schema as JSON. Compiled when first used: a start waits for none of them. */
export function serializerFor(schema: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined;
  const compile = () => {
    const plain = forWriting(jsonSchemaOf(schema, 'output'));
    return fastJsonStringify(plain as Parameters<typeof fastJsonStringify>[0]);
  };
  return (value) => (write ??= compile())(value);
}

/**
 * The same schema in the form that compiles to straight code: a nullable object or date as
 * `nullable: true` instead of a choice that is validated for each row.
 */
function forWriting(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forWriting);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] };
  const written = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, forWriting(value)]));
  if (!anyOf) return written;
  const [choice, ...others] = anyOf.filter((one) => one.type !== 'null');
  if (others.length > 0 || !choice) return { ...written, anyOf: forWriting(anyOf) };
  return { ...written, ...(forWriting(choice) as object), nullable: true };
}
