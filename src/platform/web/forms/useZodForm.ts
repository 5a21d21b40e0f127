import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { DefaultValues, FieldValues, UseFormProps, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';

type ZodFormOptions<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'defaultValues'
> & {
  schema: ZodType<Output, Input>;
  defaultValues: DefaultValues<Input>;
};

/**
 * A form checked by a zod schema: first at submit, then as one types. zod itself comes with the schema, so a
 * screen that uses this belongs in a lazily loaded chunk.
 */
export function useZodForm<Input extends FieldValues, Output>(
  options: ZodFormOptions<Input, Output>,
): UseFormReturn<Input, unknown, Output> {
  const { schema, ...rest } = options;
  return useForm<Input, unknown, Output>({ ...rest, resolver: zodResolver(schema) });
}
