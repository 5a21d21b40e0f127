import { useEffect, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { today } from '#platform/web/clock.ts';
import { usePersistedForm } from '#platform/web/forms/usePersistedForm.ts';
import { preloadSchema, useZodForm } from '#platform/web/forms/useZodForm.ts';
import { emptyNote, NEVER_STORED, type NoteValues } from './noteForm.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';
import { toFormStore } from './noteInForm.ts';

export type NoteForm = UseFormReturn<NoteValues, unknown, NoteFormOutput>;

/** A form with its note. */
export type FormOfNote = ReturnType<typeof useNoteForm>;

type NoteFormOptions = {
  /** Under which its note is stored: `ownKey(user.id, 'note')`. */
  formKey: string;
  timeZone: string;
  initial: NoteValues;
};

const noteFormRules = preloadSchema(() => import('./noteFormSchema.ts'));

/** The form of a note, whose record has its values without the client's code. */
export function useNoteForm({ formKey, timeZone, initial }: NoteFormOptions) {
  const [defaultValues] = useState(initial);
  const form: NoteForm = useZodForm({
    schema: async () => (await noteFormRules()).noteFormSchema(timeZone),
    defaultValues,
  });
  // Before the form is restored: a later subscription misses the draft that it was restored from.
  const draftId = useWatch({ control: form.control, name: 'draftId' });
  const [store] = useState(() => toFormStore(formKey));
  const persisted = usePersistedForm({ key: formKey, form, omit: NEVER_STORED, store });
  useCurrentDate(form, timeZone);
  return {
    form,
    formKey,
    draftId,
    isPersisted: persisted.persistent,
    isRestored: persisted.restored,
    forget: persisted.clear,
  };
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
