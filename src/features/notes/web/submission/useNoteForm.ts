import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFormMemory } from '#platform/web/forms/useFormMemory.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import type { NoteValues } from './noteForm.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';

export type NoteForm = UseFormReturn<NoteValues, unknown, NoteFormOutput>;

type NoteFormOptions = {
  /** Names the form and its owner: `note:${userId}`. */
  memoryKey: string;
  timeZone: string;
  initial: NoteValues;
};

const noteFormRules = preloadSchema(() => import('./noteFormSchema.ts'));

const secret = ['clientSignatureCode', 'clientSignature'] as const;
const lasting = [
  'clientId',
  'category',
  'workDate',
  'startTime',
  'endTime',
  'description',
  'research',
  'summary',
  'title',
  'priority',
  'employeeSignature',
  'draftId',
] as const;

/**
 * The note form with its memory. What the author entered survives even a closed browser; the client's code and
 * signature live only as long as the tab.
 */
export function useNoteForm({ memoryKey, timeZone, initial }: NoteFormOptions) {
  const [defaultValues] = useState(initial);
  const form: NoteForm = useZodForm({
    schema: async () => (await noteFormRules()).noteFormSchema(timeZone),
    defaultValues,
  });
  const text = useFormMemory({ key: memoryKey, form, omit: secret });
  const ofClient = useFormMemory({ key: memoryKey, form, omit: lasting, storage: 'session' });
  function forget() {
    text.clear();
    ofClient.clear();
  }
  return { form, restored: text.restored, kept: text.kept, forget };
}
