import type { FieldValues, Path } from 'react-hook-form';
import { formatTime, occurrenceLabels } from '#platform/contract/dateFormat.ts';
import type { Occurrence } from '#platform/contract/zone.ts';
import { FormSelect } from './FormSelect.tsx';

type FormOccurrenceProps<Values extends FieldValues> = {
  name: Path<Values>;
  label: string;
  /** The time that clocks show twice, `HH:mm`. */
  time: string;
  choices: readonly Occurrence[];
};

/** Choice of the hour when clocks go back: '1:30 AM, before the clocks change' or 'after'. */
export function FormOccurrence<Values extends FieldValues>({
  name,
  label,
  time,
  choices,
}: FormOccurrenceProps<Values>) {
  const clockTime = formatTime(time);
  return (
    <FormSelect<Values>
      name={name}
      label={label}
      hint={`Clocks go back, so ${clockTime} occurs twice.`}
      options={choices.map((value) => ({ value, label: `${clockTime}, ${occurrenceLabels[value]}` }))}
    />
  );
}
