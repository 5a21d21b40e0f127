import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, lineClass, readOnlyClass } from './controlClass.ts';
import { useFieldAttributes } from './fieldContext.ts';

export type TextInputProps = ComponentProps<'input'>;

/** A one-line text field. */
export function TextInput({ className, ...rest }: TextInputProps) {
  const field = useFieldAttributes(rest);
  return (
    <input
      type="text"
      {...rest}
      {...field}
      className={clsx(controlClass, lineClass, rest.readOnly && readOnlyClass, className)}
    />
  );
}
