import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, lineClass } from './controlClass.ts';
import { useFieldAttributes } from './fieldContext.ts';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly SelectOption[];
  /** Shown while the value is ''; not an option. */
  placeholder?: string;
};

/** A choice from a short list with the device's picker. For long lists see Combobox. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const field = useFieldAttributes(rest);
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...rest}
        {...field}
        className={clsx(
          controlClass,
          lineClass,
          'cursor-pointer appearance-none truncate pr-9 has-[option[value=""]:checked]:text-muted',
        )}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
