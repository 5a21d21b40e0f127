import { useEffect } from 'react';
import { getEntered, hasUnsaved } from './enteredValues.ts';
import { captureSigning, leaveNote, readNote } from './noteInForm.ts';
import type { NoteForm } from './useNoteForm.ts';

/** Records the moments of the note in the form, from its first change until it has been emptied. */
export function useCapture(form: NoteForm, formKey: string): void {
  useEffect(() => {
    let wasEntered = hasUnsaved(getEntered(form));
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, type }) => {
        const isEmptied = wasEntered && type === 'change' && !hasUnsaved(getEntered(form));
        wasEntered = hasUnsaved(getEntered(form));
        if (isEmptied) {
          leaveNote(formKey);
          // It was sealed for this note.
          form.setValue('sealedCode', null);
        } else if (type === 'change' || readNote(formKey)?.capture) captureSigning(formKey, values);
      },
    });
  }, [form, formKey]);
}
