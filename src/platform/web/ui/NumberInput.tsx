import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

/** A number, with a decimal keyboard on phones. Not type=number, which the mouse wheel changes. */
export function NumberInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      className={clsx('tabular text-right', className)}
    />
  );
}
