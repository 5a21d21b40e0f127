import type { NoteValues } from './noteForm.ts';
import type { NoteForm } from './useNoteForm.ts';

const entered = [
  'title',
  'startTime',
  'endTime',
  'description',
  'research',
  'summary',
  'employeeSignature',
  'clientSignature',
] as const;

/** The values of the form; a start that is only its default was not entered. */
export function getEntered(form: NoteForm): NoteValues {
  const values = form.getValues();
  const isDefault = values.startTime === form.formState.defaultValues?.startTime;
  return isDefault ? { ...values, startTime: '' } : values;
}

/** Looks for entered values that none of the `saved` ones has. */
export function hasUnsaved(values: NoteValues, saved: readonly (NoteValues | undefined)[] = []): boolean {
  const reported = JSON.stringify(values.dispute);
  return (
    entered.some((name) => values[name] !== '' && saved.every((one) => one?.[name] !== values[name])) ||
    (values.dispute !== null && saved.every((one) => JSON.stringify(one?.dispute) !== reported))
  );
}
