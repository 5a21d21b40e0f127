import type { ReactNode } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldComment } from './fieldComments.ts';

/** The props of every form field. */
export type FormFieldProps<Values extends FieldValues> = {
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  optional?: boolean;
  hideLabel?: boolean;
  className?: string;
};

/**
 * Binds a field to the Form around it.
 * @returns the props of Field (`shell`) and of the text control inside (`control`)
 */
export function useFormField<Values extends FieldValues, Props extends object = object>(
  props: FormFieldProps<Values> & Props,
) {
  const { name, label, hint, required, optional, hideLabel, className, ...rest } = props;
  const { field, fieldState } = useController<Values>({ name });
  const error = fieldState.error?.message;
  const comment = useFieldComment(name);
  const control = { ...rest, ...field, value: String(field.value ?? '') };
  return { field, control, shell: { label, hint, required, optional, hideLabel, className, error, comment } };
}
