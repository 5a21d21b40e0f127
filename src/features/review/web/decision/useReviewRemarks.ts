import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';
import { createStore } from '#platform/web/store.ts';
import { NO_REMARKS, type ReviewRemarks } from './reviewRemarks.ts';

/** The remarks of a user by note, for all dialogs of the page; null before the first write. */
const written = createStore<{ key: string; all: Record<string, unknown> } | null>(null);

/** Stores the remarks on undecided notes in session storage, which is of one tab. */
export function useReviewRemarks(userId: number) {
  const key = ownKey(userId, 'review-remarks');
  written.useValue();
  const readAll = () => {
    const current = written.read();
    return current?.key === key ? current.all : (readPersistedForm(key, 'session') ?? {});
  };
  const all = readAll();
  return {
    remarksOf: (noteId: number | undefined): ReviewRemarks =>
      ((noteId === undefined ? undefined : all[noteId]) as ReviewRemarks | undefined) ?? NO_REMARKS,
    setRemarks(noteId: number, remarks: ReviewRemarks) {
      // Read again: another dialog may have written since this one was rendered.
      const next = { ...readAll(), [noteId]: remarks === NO_REMARKS ? undefined : remarks };
      writePersistedForm(key, next, 'session');
      written.set({ key, all: next });
    },
  };
}
