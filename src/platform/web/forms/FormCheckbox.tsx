import type { FieldValues } from 'react-hook-form';
import { Checkbox } from '../ui/Checkbox.tsx';
import { useFormField } from './fieldProps.ts';
import type { FormFieldProps } from './fieldProps.ts';

/** Yes or no in a form; the value is a boolean. */
export function FormCheckbox<Values extends FieldValues>(
  props: Pick<FormFieldProps<Values>, 'name' | 'label' | 'hint' | 'className'>,
) {
  const { field, shell } = useFormField(props);
  const { value, ...rest } = field;
  return (
    <Checkbox
      {...rest}
      checked={value === true}
      label={props.label}
      hint={props.hint}
      error={shell.error}
      className={props.className}
    />
  );
}
