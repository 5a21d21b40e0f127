import { useState } from 'react';
import { ownKey, readMemory, writeMemory } from '#platform/web/forms/formMemory.ts';

/**
 * What a manager has written about notes that are not decided yet: kept while the dialog closes, the next note is
 * looked at, or the page is loaded again.
 */
export function useReasons(userId: number) {
  const key = ownKey(userId, 'review');
  const [reasons, setReasons] = useState(() => readMemory(key, 'session') ?? {});
  function setReason(noteId: number, reason: string) {
    setReasons((old) => {
      const next = { ...old, [noteId]: reason === '' ? undefined : reason };
      writeMemory(key, next, 'session');
      return next;
    });
  }
  const reasonOf = (noteId: number | undefined): string => {
    const reason = noteId === undefined ? undefined : reasons[noteId];
    return typeof reason === 'string' ? reason : '';
  };
  return { reasonOf, setReason };
}
