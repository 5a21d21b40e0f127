import { useState } from 'react';
import { ownKey, readPersistedForm, writePersistedForm } from '#platform/web/forms/persistedForm.ts';

/** Stores the reasons typed for undecided notes in session storage. */
export function useReasons(userId: number) {
  const key = ownKey(userId, 'review');
  const [reasons, setReasons] = useState(() => readPersistedForm(key, 'session') ?? {});
  function setReason(noteId: number, reason: string) {
    setReasons((old) => {
      const next = { ...old, [noteId]: reason === '' ? undefined : reason };
      writePersistedForm(key, next, 'session');
      return next;
    });
  }
  const reasonOf = (noteId: number | undefined): string => {
    const reason = noteId === undefined ? undefined : reasons[noteId];
    return typeof reason === 'string' ? reason : '';
  };
  return { reasonOf, setReason };
}
