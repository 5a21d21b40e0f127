import type { FieldValues } from 'react-hook-form';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { useFormField } from './fieldProps.ts';
import type { FormFieldProps } from './fieldProps.ts';

type FormTextAreaProps<Values extends FieldValues> = FormFieldProps<Values> & {
  rows?: number;
  /** Shows how many characters are used of those allowed. */
  limit?: number;
  placeholder?: string;
  autoGrow?: boolean;
  disabled?: boolean;
  /** Whether the focus of a dialog that opens begins here, not in its first field. */
  begins?: boolean;
};

/** Several lines of text in a form. */
export function FormTextArea<Values extends FieldValues>(props: FormTextAreaProps<Values>) {
  const { rows, limit, placeholder, autoGrow, disabled, begins } = props;
  const { field, shell } = useFormField(props);
  const value = String(field.value ?? '');
  return (
    <Field {...shell} counter={limit === undefined ? undefined : { used: value.length, limit }}>
      <TextArea
        {...field}
        value={value}
        rows={rows}
        placeholder={placeholder}
        autoGrow={autoGrow}
        disabled={disabled}
        data-begins={begins || undefined}
      />
    </Field>
  );
}
