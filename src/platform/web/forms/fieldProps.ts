import type { ReactNode } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';

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

/** Binds a field to the Form around it; `shell` are the props of Field. */
export function useFormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const { name, label, hint, required, optional, hideLabel, className } = props;
  const { field, fieldState } = useController<Values>({ name });
  const error = fieldState.error?.message;
  return { field, shell: { label, hint, required, optional, hideLabel, className, error } };
}
