import { useEffect, useState } from 'react';
import type { NoteRow } from '#features/notes/web/queries.ts';

const typing = 'input, textarea, select, [contenteditable]';

/** The notes before and after the open one in the list, and the keys that lead there: j and k, or the arrows. */
export function useAdjacentNotes(
  rows: readonly NoteRow[],
  id: number | undefined,
  open: (id: number | undefined) => void,
) {
  // The list may lose the note that is open (decided, filtered away): its place stays for the neighbours.
  const [place, setPlace] = useState({ id, index: -1 });
  const index = rows.findIndex((row) => row.id === id);
  if (index !== -1 && (place.id !== id || place.index !== index)) setPlace({ id, index });
  const here = index === -1 && place.id === id ? place.index - 0.5 : index;
  const found = here >= -0.5 && id !== undefined;
  const next = found ? rows[Math.floor(here) + 1]?.id : undefined;
  const previous = found ? rows[Math.ceil(here) - 1]?.id : undefined;

  useEffect(() => {
    if (id === undefined) return;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The toast of the last decision takes the first Escape; a manager means the dialog.
      if (event.key === 'Escape') return open(undefined);
      if (event.target instanceof Element && event.target.closest(typing)) return;
      const steps: Record<string, number | undefined> = {
        j: next,
        ArrowRight: next,
        k: previous,
        ArrowLeft: previous,
      };
      const target = steps[event.key];
      if (target === undefined) return;
      event.preventDefault();
      open(target);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });

  /** The pending note to look at after this one: the following ones first. */
  const nextPending = () => {
    const after = rows.slice(index + 1);
    const before = rows.slice(0, Math.max(index, 0));
    return [...after, ...before].find((row) => row.status === 'pending' && row.id !== id)?.id;
  };
  return { next, previous, nextPending, place: index === -1 ? undefined : index + 1 };
}
