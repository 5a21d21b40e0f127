import type { FieldValues } from 'react-hook-form';
import { Combobox, type ComboboxProps } from '#platform/web/ui/Combobox.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { useFormField, type FormFieldProps } from './fieldProps.ts';

type FormComboboxProps<Values extends FieldValues> = FormFieldProps<Values> &
  Pick<ComboboxProps, 'options' | 'placeholder' | 'emptyText' | 'loading' | 'disabled'>;

/** A combobox in a form; the value is a string. */
export function FormCombobox<Values extends FieldValues>(props: FormComboboxProps<Values>) {
  const { control, shell } = useFormField<Values, typeof props>(props);
  return (
    <Field {...shell}>
      <Combobox {...control} />
    </Field>
  );
}
