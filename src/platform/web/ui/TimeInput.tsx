import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

/** A time of day (value HH:mm), with the device's own picker. */
export function TimeInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <TextInput {...props} type="time" />;
}
