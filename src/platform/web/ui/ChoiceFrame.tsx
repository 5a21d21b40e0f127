import clsx from 'clsx';
import { useId, type ReactElement, type ReactNode } from 'react';
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

type Radio = { type: 'radio'; name: string; value: string; checked: boolean; onChange: () => void };

type ChoiceFrameProps<Value extends string> = ChoiceGroupProps<Value> & {
  /** Classes of a box around the choices. */
  box?: string;
  children: (option: Choice<Value>, radio: Radio) => ReactElement;
};

/** A group of radio buttons with its legend and error; `children` renders each choice. */
export function ChoiceFrame<Value extends string>(props: ChoiceFrameProps<Value>) {
  const { legend, hideLegend, value, onChange, options, error, required, className, box, children } = props;
  const id = useId();
  const choices = options.map((option) =>
    children(option, {
      type: 'radio',
      name: id,
      value: option.value,
      checked: value === option.value,
      onChange: () => onChange(option.value),
    }),
  );
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      className={clsx('flex min-w-0 flex-col gap-1.5', className)}
    >
      <legend className={clsx('mb-1.5 text-sm font-medium', hideLegend && 'sr-only')}>
        {legend}
        {required && (
          <span aria-hidden className="ml-0.5 text-danger-ink">
            *
          </span>
        )}
      </legend>
      {box === undefined ? choices : <div className={box}>{choices}</div>}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
