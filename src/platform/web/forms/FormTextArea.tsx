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
  const { limit, begins, ...rest } = props;
  const { control, shell } = useFormField<Values, typeof rest>(rest);
  const counter = limit === undefined ? undefined : { used: control.value.length, limit };
  return (
    <Field {...shell} counter={counter}>
      <TextArea {...control} data-begins={begins || undefined} />
    </Field>
  );
}
