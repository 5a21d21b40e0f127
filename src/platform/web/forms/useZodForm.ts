import { useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { whenIdle } from '#platform/web/preload.ts';

type Schema<Input extends FieldValues, Output> = ZodType<Output, Input>;
type LazySchema<Input extends FieldValues, Output> = () => Promise<Schema<Input, Output>>;

type ZodFormOptions<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'defaultValues'
> & {
  /** Forms on a screen use `preloadSchema`, because only validation needs zod, which is large. */
  schema: Schema<Input, Output> | LazySchema<Input, Output>;
  defaultValues: DefaultValues<Input>;
};

/** The schema of a form could not be loaded, so its values cannot be validated. */
export class SchemaLoadError extends Error {
  constructor(cause: unknown) {
    super('The schema of the form could not be loaded', { cause });
    this.name = 'SchemaLoadError';
  }
}

/** A schema that is loaded when idle, or when a form validates. Call it at the top level of a module. */
export function preloadSchema<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  // Validation tries again and reports a failure.
  whenIdle(() => void Promise.all([load(), loadResolver()]).catch(() => undefined));
  return load;
}

/** Not `@hookform/resolvers/zod`, which replaces the message of a union by that of one of its members. */
const loadResolver = () => import('@hookform/resolvers/standard-schema');

/** A form with a zod schema: validated at submit, then on each change. */
export function useZodForm<Input extends FieldValues, Output>(
  options: ZodFormOptions<Input, Output>,
): UseFormReturn<Input, unknown, Output> {
  const { schema, ...rest } = options;
  const [lazyResolver] = useState(() => (typeof schema === 'function' ? makeResolver(schema) : undefined));
  const getResolver = lazyResolver ?? makeResolver(schema as Schema<Input, Output>);
  return useForm<Input, unknown, Output>({
    ...rest,
    resolver: async (values, ...extra) => {
      // The values may change while the schema is loading.
      const submitted = structuredClone(values);
      return (await getResolver())(submitted, ...extra);
    },
  });
}

/** Returns a function that makes the resolver once; it throws SchemaLoadError and tries again at the next call. */
function makeResolver<Input extends FieldValues, Output>(schema: ZodFormOptions<Input, Output>['schema']) {
  let resolver: Promise<Resolver<Input, unknown, Output>> | undefined;
  const make = async () => {
    try {
      const [{ standardSchemaResolver }, loadedSchema] = await Promise.all([
        loadResolver(),
        typeof schema === 'function' ? schema() : schema,
      ]);
      return standardSchemaResolver<Input, unknown, Output>(loadedSchema);
    } catch (error) {
      resolver = undefined;
      throw new SchemaLoadError(error);
    }
  };
  return () => (resolver ??= make());
}
