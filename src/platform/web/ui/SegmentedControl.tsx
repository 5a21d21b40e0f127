import clsx from 'clsx';
import { useId } from 'react';
import { FieldNotes } from './Field.tsx';
import type { ChoiceGroupProps } from './RadioGroup.tsx';

/** A choice of one among two to four short words, side by side; radio buttons underneath. */
export function SegmentedControl<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, hideLegend, value, onChange, options, error, className } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className={clsx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className={clsx('mb-1.5 text-sm font-medium', hideLegend && 'sr-only')}>{legend}</legend>
      <div className="flex rounded-md border border-control bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-9 flex-1 cursor-pointer items-center justify-center rounded-md px-3 text-center text-sm font-medium text-muted transition-colors hover:text-ink has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
