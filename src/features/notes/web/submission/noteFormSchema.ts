/** The zod schema of the note form, in a file of its own so that zod loads later. */
import { z } from 'zod';
import { MAX_NOTE_MINUTES, workSpan } from '#features/units/rules.ts';
import { noteInput } from '#features/notes/contract.ts';
import type { NoteValues } from './noteForm.ts';

const shape = noteInput.shape;

/** What is wrong with the end time, or null. */
function endTimeError(values: Pick<NoteValues, 'workDate' | 'startTime' | 'endTime'>, timeZone: string) {
  if (values.startTime !== '' && values.startTime === values.endTime) {
    return 'End time must differ from start time';
  }
  const span = workSpan({ ...values, timeZone });
  return span && span.minutes > MAX_NOTE_MINUTES ? 'A note covers at most 16 hours' : null;
}

/**
 * The schema of the form's values, from the contract.
 * @param timeZone the zone of the business: on a night when clocks change the length depends on it
 */
export function noteFormSchema(timeZone: string) {
  const fields = z.object({
    clientId: z.string().min(1, { error: 'Please select a client' }).transform(Number).pipe(shape.clientId),
    category: z.union([shape.category, z.literal('')]).pipe(shape.category),
    workDate: shape.workDate,
    startTime: shape.startTime,
    endTime: shape.endTime,
    description: shape.description,
    research: shape.research,
    summary: shape.summary,
    title: z.string().trim().max(255, { error: 'At most 255 characters' }),
    priority: shape.priority.unwrap(),
    employeeSignature: shape.employeeSignature,
    clientSignatureCode: shape.clientSignatureCode,
    clientSignature: shape.clientSignature,
    draftId: z.string().transform((value) => (value === '' ? null : Number(value))),
  });
  return fields.superRefine(
    (values, context) => {
      const message = endTimeError(values, timeZone);
      if (message) context.addIssue({ code: 'custom', path: ['endTime'], message });
    },
    // Together with the other messages, not only when all else is valid.
    { when: () => true },
  );
}

export type NoteFormOutput = z.output<ReturnType<typeof noteFormSchema>>;
