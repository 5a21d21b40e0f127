import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, Resolver, UseFormProps, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { whenIdle } from '#platform/web/preload.ts';

type Rules<Input extends FieldValues, Output> = ZodType<Output, Input>;
type LateRules<Input extends FieldValues, Output> = () => Promise<Rules<Input, Output>>;

type ZodFormOptions<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'defaultValues'
> & {
  /** With `preloadSchema` in a form on a screen: zod is as large as the screen, and only validation needs it. */
  schema: Rules<Input, Output> | LateRules<Input, Output>;
  defaultValues: DefaultValues<Input>;
};

/** The schema of a form could not be loaded, so its values cannot be validated. */
export class SchemaLoadError extends Error {
  constructor(cause: unknown) {
    super('The schema of the form could not be loaded', { cause });
    this.name = 'SchemaLoadError';
  }
}

/** A schema that is loaded when idle, or when a form validates; at the top level of a module. */
export function preloadSchema<Found>(load: () => Promise<Found>): () => Promise<Found> {
  // A failure shows at submit; by then the next attempt may succeed.
  whenIdle(() => void Promise.all([load(), zodIn()]).catch(() => undefined));
  return load;
}

const zodIn = () => import('@hookform/resolvers/zod');

/** A form checked by a zod schema: first at submit, then as one types. */
export function useZodForm<Input extends FieldValues, Output>(
  options: ZodFormOptions<Input, Output>,
): UseFormReturn<Input, unknown, Output> {
  const { schema, ...rest } = options;
  const [late] = useState(() => (typeof schema === 'function' ? once(schema) : undefined));
  const rulesOf = late ?? once(schema as Rules<Input, Output>);
  return useForm<Input, unknown, Output>({
    ...rest,
    resolver: async (values, ...given) => {
      // As they are now: they go on changing while the rules are on their way.
      const pressed = structuredClone(values);
      return (await rulesOf())(pressed, ...given);
    },
  });
}

/** What checks the values, made once. The answer rejects with SchemaLoadError, and tries again the next time. */
function once<Input extends FieldValues, Output>(schema: ZodFormOptions<Input, Output>['schema']) {
  let made: Promise<Resolver<Input, unknown, Output>> | undefined;
  const make = async () => {
    try {
      const [{ zodResolver }, rules] = await Promise.all([
        zodIn(),
        typeof schema === 'function' ? schema() : schema,
      ]);
      return zodResolver(rules);
    } catch (error) {
      made = undefined;
      throw new SchemaLoadError(error);
    }
  };
  return () => (made ??= make());
}
