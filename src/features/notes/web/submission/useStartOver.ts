import { useState } from 'react';
import { readPersistedForm } from '#platform/web/forms/persistedForm.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { hasUnsaved } from '#features/notes/web/drafts/draftFields.ts';
import { abandonCapture } from '#features/notes/web/offline/capture.ts';
import { isResumed } from './noteAttempt.ts';
import { emptyNote } from './noteForm.ts';

type StartOver = {
  storageKey: string;
  note: { isRestored: boolean; forget: () => void };
  /** Called when the stored form is empty. */
  onReplaced: () => void;
};

/** Discards the unfinished note that the form has restored, after a confirmation; undefined when there is none. */
export function useStartOver({ storageKey, note, onReplaced }: StartOver): (() => void) | undefined {
  const [isUnfinished] = useState(() => hasUnfinished(storageKey));
  if (!note.isRestored || !isUnfinished) return undefined;
  async function startOver() {
    const isConfirmed = await confirm({
      title: 'Start over?',
      body: 'Your unfinished note will be discarded.',
      confirmLabel: 'Start over',
      danger: true,
    });
    if (!isConfirmed) return;
    abandonCapture(storageKey);
    note.forget();
    onReplaced();
  }
  return () => void startOver();
}

/** A start alone may be that of the visit clock, and a note that was kept is opened on purpose. */
const hasUnfinished = (storageKey: string): boolean =>
  !isResumed(storageKey) &&
  hasUnsaved({ ...emptyNote(''), ...readPersistedForm(storageKey), startTime: '' }, []);
