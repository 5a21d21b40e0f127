import clsx from 'clsx';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldNotes } from './Field.tsx';

export type Choice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode };

export type ChoiceGroupProps<Value extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly Choice<Value>[];
  error?: string | undefined;
  required?: boolean;
  className?: string;
};

/** A choice of one among few, each with room for a hint. */
export function RadioGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, hideLegend, value, onChange, options, error, required } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className={clsx('flex min-w-0 flex-col gap-1.5', props.className)}
    >
      <legend className={clsx('mb-1.5 text-sm font-medium', hideLegend && 'sr-only')}>
        {legend}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
      </legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-control px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="mt-1 size-4 shrink-0 cursor-pointer accent-accent"
          />
          <span className="min-w-0">
            <span className="block">{option.label}</span>
            {option.hint !== undefined && <span className="block text-sm text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
