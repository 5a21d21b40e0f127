/** The zod schema of the note form, in a separate file so that zod loads later. */
import { z } from 'zod';
import { MAX_NOTE_MINUTES, workSpan } from '#features/units/rules.ts';
import { roundingRule } from '#features/services/contract.ts';
import { noteInput } from '#features/notes/inputContract.ts';
import { findSealedCode, type NoteValues } from './noteForm.ts';

/** The issue of the end time, or null. */
function endTimeError(values: Pick<NoteValues, 'workDate' | 'startTime' | 'endTime'>, timeZone: string) {
  if (values.startTime !== '' && values.startTime === values.endTime) {
    return 'End time must differ from start time';
  }
  const span = workSpan({ ...values, timeZone });
  return span && span.minutes > MAX_NOTE_MINUTES ? 'A note covers at most 16 hours' : null;
}

/**
 * The schema of the form's values, from the contract.
 * @param timeZone the time zone of the business, which matters when clocks change
 */
export function noteFormSchema(timeZone: string) {
  const { clientId, category, priority, clock, clientSignatureCode, ...shape } = noteInput.shape;
  const fields = z.object({
    ...shape,
    clientId: z.string().min(1, { error: 'Please select a client' }).transform(Number).pipe(clientId),
    category: z.union([category, z.literal('')]).pipe(category),
    rounding: z.union([roundingRule, z.literal('').transform(() => undefined)]),
    priority: priority.unwrap(),
    clock: clock.unwrap(),
    clientSignatureCode: z.string().trim(),
    sealedCode: z.object({ clientId: z.string(), text: z.string() }).nullable(),
    title: z.string().trim().max(255, { error: 'At most 255 characters' }),
    draftId: z.string().transform((value) => (value === '' ? null : Number(value))),
  });
  return fields.superRefine(
    (values, context) => {
      const message = endTimeError(values, timeZone);
      if (message) context.addIssue({ code: 'custom', path: ['endTime'], message });
      if (findSealedCode(values) !== undefined) return;
      const { error } = clientSignatureCode.safeParse(values.clientSignatureCode);
      for (const issue of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: ['clientSignatureCode'], message: issue.message });
    },
    // Also when other fields are invalid.
    { when: () => true },
  );
}

export type NoteFormOutput = z.output<ReturnType<typeof noteFormSchema>>;
