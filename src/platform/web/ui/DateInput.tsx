import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

/** A calendar day (value YYYY-MM-DD) with the device's date picker. */
export function DateInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <TextInput {...props} type="date" />;
}
