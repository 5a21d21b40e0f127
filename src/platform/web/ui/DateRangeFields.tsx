import { useState } from 'react';
import { isDay } from '#platform/contract/days.ts';
import { DateInput } from './DateInput.tsx';
import { Field } from './Field.tsx';

/** The first and last day of a filter. */
export type DateRange = { dateFrom?: string | undefined; dateTo?: string | undefined };

type DateRangeFieldsProps = { range: DateRange; onChange: (change: DateRange) => void };

/** Two date fields for the first and last day of a filter. */
export function DateRangeFields({ range: { dateFrom, dateTo }, onChange }: DateRangeFieldsProps) {
  return (
    <>
      <DayField label="From" day={dateFrom} max={dateTo} onChange={(day) => onChange({ dateFrom: day })} />
      <DayField label="To" day={dateTo} min={dateFrom} onChange={(day) => onChange({ dateTo: day })} />
    </>
  );
}

type DayFieldProps = {
  label: string;
  day: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
};

/** Keeps the text being typed: after one digit the year is 0002, which the URL would drop. */
function DayField({ label, day = '', min, max, onChange }: DayFieldProps) {
  const [state, setState] = useState({ day, text: day });
  if (state.day !== day) setState({ day, text: day });
  function change(text: string) {
    setState({ day, text });
    if (text === '' || isDay(text)) onChange(text || undefined);
  }
  return (
    <Field label={label}>
      <DateInput
        value={state.text}
        min={min}
        max={max}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setState({ day, text: day })}
      />
    </Field>
  );
}
