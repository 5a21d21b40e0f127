import type { KeyboardEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useFormField, type FormFieldProps } from '#platform/web/forms/fieldProps.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { NumberInput } from '#platform/web/ui/NumberInput.tsx';
import { parseNumber, normalizeNumber, stepFrom } from './numbers.ts';

type NumberFieldProps<Values extends FieldValues> = FormFieldProps<Values> & {
  /** The step of the arrow keys. */
  step: number;
  /** Replaces invalid text on blur, so that the user sees which number will be saved. */
  fallback?: string;
};

/** A number in a form, kept as text: units or dollars. The arrow keys step. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  const { step, fallback, ...own } = props;
  const { field, shell } = useFormField(own);
  const value = String(field.value ?? '');
  function handleBlur() {
    if (fallback !== undefined) field.onChange(normalizeNumber(value, fallback));
    field.onBlur();
  }
  function pressKey(event: KeyboardEvent) {
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (!direction) return;
    event.preventDefault();
    field.onChange(stepFrom(parseNumber(value) ?? 0, step, direction));
  }
  return (
    <Field {...shell}>
      <NumberInput {...field} value={value} onBlur={handleBlur} onKeyDown={pressKey} />
    </Field>
  );
}
