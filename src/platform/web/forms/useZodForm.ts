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
  /** `preloadSchema` where the form stands on a screen: zod is as heavy as the screen, and nobody needs it to begin. */
  schema: Rules<Input, Output> | LateRules<Input, Output>;
  defaultValues: DefaultValues<Input>;
};

/** The rules of a form could not be fetched, so nobody knows whether what was entered is right. */
export class SchemaLoadError extends Error {
  constructor(cause: unknown) {
    super('The rules of the form could not be fetched', { cause });
    this.name = 'SchemaLoadError';
  }
}

/** Rules that come once the page stands, or when a form asks for them; for a module's top, not for a component. */
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
