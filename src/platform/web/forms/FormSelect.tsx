import type { FieldValues } from 'react-hook-form';
import { Field } from '#platform/web/ui/Field.tsx';
import { Select, type SelectOption } from '#platform/web/ui/Select.tsx';
import { useFormField, type FormFieldProps } from './fieldProps.ts';

type FormSelectProps<Values extends FieldValues> = FormFieldProps<Values> & {
  options: readonly SelectOption[];
  placeholder?: string;
  disabled?: boolean;
};

/** A select in a form; the value is a string. */
export function FormSelect<Values extends FieldValues>(props: FormSelectProps<Values>) {
  const { control, shell } = useFormField<Values, typeof props>(props);
  return (
    <Field {...shell}>
      <Select {...control} />
    </Field>
  );
}
