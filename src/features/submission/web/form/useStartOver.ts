import { useEffect, useRef, useState } from 'react';
import { confirm } from '#platform/web/ui/confirm.ts';
import { hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { leaveNote, readNote } from '#features/submission/web/entry/noteInForm.ts';
import { isSending } from '#features/submission/web/entry/sendingNotes.ts';
import type { FormOfNote } from '#features/submission/web/entry/useNoteForm.ts';

type StartOver = {
  note: FormOfNote;
  /** Called after the stored form is cleared. */
  onReplaced: () => void;
};

/** Discards the unfinished note that the form has restored, after a confirmation; undefined when there is none. */
export function useStartOver({ note, onReplaced }: StartOver): (() => void) | undefined {
  const [isUnfinished] = useState(() => hasUnfinished(note.formKey));
  const { isSubmitting } = note.form.formState;
  const submits = useRef(0);
  useEffect(() => {
    if (isSubmitting) submits.current += 1;
  }, [isSubmitting]);
  if (!note.isRestored || !isUnfinished) return undefined;
  async function startOver() {
    const before = submits.current;
    const isConfirmed = await confirm({
      title: 'Start over?',
      body: 'Everything you entered in this form will be discarded. Saved drafts are kept.',
      confirmLabel: 'Start over',
      danger: true,
    });
    // The note may be submitted before the question appears; what is being sent is not discarded.
    if (!isConfirmed || submits.current !== before || isSending(note.formKey)) return;
    leaveNote(note.formKey);
    note.forget();
    onReplaced();
  }
  return () => void startOver();
}

/** Ignores a start time alone, which the visit clock may have set, and a kept note, which the user opened. */
function hasUnfinished(formKey: string): boolean {
  const { isKept = false, values } = readNote(formKey) ?? {};
  return !isKept && hasUnsaved({ ...emptyNote(''), ...values, startTime: '' });
}
