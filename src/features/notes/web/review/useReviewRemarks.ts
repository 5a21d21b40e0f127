import { useState } from 'react';
import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';
import { NO_REMARKS, type ReviewRemarks } from './reviewRemarks.ts';

/** Stores the remarks on undecided notes in session storage. */
export function useReviewRemarks(userId: number) {
  const key = ownKey(userId, 'review-remarks');
  const [all, setAll] = useState(() => readPersistedForm(key, 'session') ?? {});
  function setRemarks(noteId: number, remarks: ReviewRemarks) {
    setAll((old) => {
      const next = { ...old, [noteId]: remarks === NO_REMARKS ? undefined : remarks };
      writePersistedForm(key, next, 'session');
      return next;
    });
  }
  const remarksOf = (noteId: number | undefined): ReviewRemarks =>
    ((noteId === undefined ? undefined : all[noteId]) as ReviewRemarks | undefined) ?? NO_REMARKS;
  return { remarksOf, setRemarks };
}
