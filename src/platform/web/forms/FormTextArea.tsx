import type { FieldValues } from 'react-hook-form';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { useFormField, type FormFieldProps } from './fieldProps.ts';

type FormTextAreaProps<Values extends FieldValues> = FormFieldProps<Values> & {
  rows?: number;
  /** Shows a counter up to this number of characters. */
  limit?: number;
  placeholder?: string;
  autoGrow?: boolean;
  disabled?: boolean;
  /** Focused when its dialog opens, instead of the first field. */
  begins?: boolean;
};

/** A multi-line field in a form. */
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
