import { useEffect, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { today } from '#platform/web/clock.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { emptyNote, NEVER_STORED, type NoteValues } from './noteForm.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';

export type NoteForm = UseFormReturn<NoteValues, unknown, NoteFormOutput>;

type NoteFormOptions = {
  /** The key of the persisted form state, with its owner: `note:${userId}`. */
  storageKey: string;
  timeZone: string;
  initial: NoteValues;
};

const noteFormRules = preloadSchema(() => import('./noteFormSchema.ts'));

const clientFields: readonly (keyof NoteValues)[] = [
  'clientSignatureCode',
  'sealedCode',
  'clientSignature',
  'sheetInk',
];
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
  useCurrentDate(form, timeZone);
  function forget() {
    authorState.clear();
    clientState.clear();
  }
  return { form, draftId, isPersisted: authorState.persistent, isRestored: authorState.restored, forget };
}

/** Gives an empty form the date of today again when the page is shown on a later day, as an installed app is. */
function useCurrentDate(form: NoteForm, timeZone: string): void {
  useEffect(() => {
    const follow = () => {
      if (document.hidden) return;
      const { defaultValues } = form.formState;
      const empty = emptyNote(today(timeZone));
      // A note that is submitted again has a client from the beginning.
      if (defaultValues?.clientId !== '' || defaultValues.workDate === empty.workDate) return;
      // The form itself fills in the rounding rule and the time zone.
      const { rounding, timeZone: filledZone } = form.getValues();
      const untouched = { ...defaultValues, rounding, timeZone: filledZone };
      if (JSON.stringify(form.getValues()) !== JSON.stringify(untouched)) return;
      form.reset(empty);
    };
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [form, timeZone]);
}
