import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { findWorkStart, listOccurrences, type WorkTime } from '#features/units/rules.ts';
import type { NoteValues } from './noteForm.ts';

/** The hours that the times in the form can mean; keeps the chosen ones to those, by default the first. */
export function useOccurrences(work: WorkTime): ReturnType<typeof listOccurrences> {
  const form = useFormContext<NoteValues>();
  const hours = listOccurrences(work);
  const hasStart = findWorkStart(work) !== undefined;
  const key = JSON.stringify(hours);
  useEffect(() => {
    const keep = (name: 'startOccurrence' | 'endOccurrence', choices: typeof hours.start) => {
      const value = form.getValues(name);
      const isChoice = choices ? value !== '' && choices.includes(value) : value === '';
      if (!isChoice) form.setValue(name, choices?.[0] ?? '');
    };
    const { start, end } = JSON.parse(key) as typeof hours;
    // The hour of the end depends on the start, which is still being entered.
    if (!hasStart) return;
    keep('startOccurrence', start);
    keep('endOccurrence', end);
  }, [form, key, hasStart]);
  return hours;
}
