import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { oncePageStands } from '../part.ts';

type Rules<Input extends FieldValues, Output> = ZodType<Output, Input>;

type ZodFormOptions<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'defaultValues'
> & {
  /** A function where the form stands on a screen: zod is as heavy as the screen, and nobody needs it to begin. */
  schema: Rules<Input, Output> | (() => Promise<Rules<Input, Output>>);
  defaultValues: DefaultValues<Input>;
};

/** The rules of a form could not be fetched, so nobody knows whether what was entered is right. */
export class RulesMissing extends Error {
  constructor(cause: unknown) {
    super('The rules of the form could not be fetched', { cause });
    this.name = 'RulesMissing';
  }
}

/** A form checked by a zod schema: first at submit, then as one types. zod comes once the page stands. */
export function useZodForm<Input extends FieldValues, Output>(
  options: ZodFormOptions<Input, Output>,
): UseFormReturn<Input, unknown, Output> {
  const { schema, ...rest } = options;
  const [first] = useState(() => schema);
  // A failure shows at submit; by then the next attempt may succeed.
  useEffect(() => oncePageStands(() => void rulesOf(first).catch(() => undefined)), [first]);
  return useForm<Input, unknown, Output>({
    ...rest,
    resolver: async (...given) => (await rulesOf(schema))(...given),
  });
}

/** @throws RulesMissing */
async function rulesOf<Input extends FieldValues, Output>(schema: ZodFormOptions<Input, Output>['schema']) {
  try {
    const [{ zodResolver }, rules] = await Promise.all([
      import('@hookform/resolvers/zod'),
      typeof schema === 'function' ? schema() : schema,
    ]);
    return zodResolver(rules);
  } catch (error) {
    throw new RulesMissing(error);
  }
}
