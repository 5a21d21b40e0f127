import { useEffect, useRef, useState } from 'react';
import { readPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { abandonCapture } from '#features/submission/web/entry/capture.ts';
import { hasUnsaved } from '#features/submission/web/entry/enteredValues.ts';
import { isResumed } from '#features/submission/web/entry/noteAttempt.ts';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { isSending } from '#features/submission/web/entry/sendingNotes.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';

type StartOver = {
  storageKey: string;
  note: { form: NoteForm; isRestored: boolean; forget: () => void };
  /** Called after the stored form is cleared. */
  onReplaced: () => void;
};

/** Discards the unfinished note that the form has restored, after a confirmation; undefined when there is none. */
export function useStartOver({ storageKey, note, onReplaced }: StartOver): (() => void) | undefined {
  const [isUnfinished] = useState(() => hasUnfinished(storageKey));
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
    if (!isConfirmed || submits.current !== before || isSending(storageKey)) return;
    abandonCapture(storageKey);
    note.forget();
    onReplaced();
  }
  return () => void startOver();
}

/** Ignores a start time alone, which the visit clock may have set, and a kept note, which the user opened. */
const hasUnfinished = (storageKey: string): boolean =>
  !isResumed(storageKey) && hasUnsaved({ ...emptyNote(''), ...readPersistedForm(storageKey), startTime: '' });
