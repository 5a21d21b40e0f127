import type { ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Field } from '#platform/web/ui/Field.tsx';
import { NumberInput } from '#platform/web/ui/NumberInput.tsx';
import { PasswordInput } from '#platform/web/ui/PasswordInput.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import { useFormField, type FormFieldProps } from './fieldProps.ts';

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'autoFocus'
  | 'placeholder'
  | 'inputMode'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'disabled'
  | 'list'
>;

type FormTextProps<Values extends FieldValues> = FormFieldProps<Values> &
  InputProps & {
    /** 'number' has a decimal keyboard; the value is a string that the schema converts. */
    type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'number' | 'date' | 'time';
    /** Shows a counter up to this number of characters. */
    limit?: number;
  };

/** A one-line field in a form. */
export function FormText<Values extends FieldValues>(props: FormTextProps<Values>) {
  const { type = 'text', limit, ...rest } = props;
  const { control, shell } = useFormField<Values, typeof rest>(rest);
  const counter = limit === undefined ? undefined : { used: control.value.length, limit };
  return (
    <Field {...shell} counter={counter}>
      {type === 'password' ? (
        <PasswordInput {...control} />
      ) : type === 'number' ? (
        <NumberInput {...control} />
      ) : (
        <TextInput {...control} type={type} />
      )}
    </Field>
  );
}
