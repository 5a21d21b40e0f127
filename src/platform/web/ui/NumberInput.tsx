import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

/** A figure, with the phone's decimal keys. Text, not type=number: a turn of the wheel must not change it. */
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
