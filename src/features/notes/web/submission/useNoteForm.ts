import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { NEVER_STORED, type NoteValues } from './noteForm.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';

export type NoteForm = UseFormReturn<NoteValues, unknown, NoteFormOutput>;

type NoteFormOptions = {
  /** The key of the persisted form state, with its owner: `note:${userId}`. */
  storageKey: string;
  timeZone: string;
  initial: NoteValues;
};

const noteFormRules = preloadSchema(() => import('./noteFormSchema.ts'));

const clientFields: readonly (keyof NoteValues)[] = ['clientSignatureCode', 'sealedCode', 'clientSignature'];
/** The note form, persisted without the client's code; where it is not encrypted, the signature of the client in session storage. */
export function useNoteForm({ storageKey, timeZone, initial }: NoteFormOptions) {
  const [defaultValues] = useState(initial);
  const form: NoteForm = useZodForm({
    schema: async () => (await noteFormRules()).noteFormSchema(timeZone),
    defaultValues,
  });
  const authorFields = (Object.keys(initial) as (keyof NoteValues)[]).filter(
    (name) => !clientFields.includes(name),
  );
  // Before the form is restored: a later subscription misses the draft that it was restored from.
  const draftId = useWatch({ control: form.control, name: 'draftId' });
  const authorState = usePersistedForm({ key: storageKey, form, omit: clientFields });
  const clientState = usePersistedForm({
    key: storageKey,
    form,
    omit: [...authorFields, ...NEVER_STORED],
    storage: 'session',
  });
  function forget() {
    authorState.clear();
    clientState.clear();
  }
  return { form, draftId, isPersisted: authorState.persistent, isRestored: authorState.restored, forget };
}
