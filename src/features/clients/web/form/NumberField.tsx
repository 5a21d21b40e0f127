import type { KeyboardEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FormFieldProps } from '#platform/web/forms/fieldProps.ts';
import { useFormField } from '#platform/web/forms/fieldProps.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { NumberInput } from '#platform/web/ui/NumberInput.tsx';
import { parseNumber, normalizeNumber, stepFrom } from './numbers.ts';

type NumberFieldProps<Values extends FieldValues> = FormFieldProps<Values> & {
  /** What the arrow keys add or take. */
  step: number;
  /** What stands there instead of something that is no number; shown on leaving, so that nobody is surprised. */
  fallback?: string;
};

/** A figure of a form, as text: units or dollars. The arrow keys step. */
export function NumberField<Values extends FieldValues>(props: NumberFieldProps<Values>) {
  const { step, fallback, ...own } = props;
  const { field, shell } = useFormField(own);
  const value = String(field.value ?? '');
  function leave() {
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
      <NumberInput {...field} value={value} onBlur={leave} onKeyDown={pressKey} />
    </Field>
  );
}
