import { useEffect, useState } from 'react';
import type { NoteRow } from '#features/notes/web/queries.ts';

const typingFields = 'input, textarea, select, [contenteditable]';

/** The notes before and after the open one in the list, also reached with j and k or the arrow keys. */
export function useAdjacentNotes(
  rows: readonly NoteRow[],
  id: number | undefined,
  open: (id: number | undefined) => void,
) {
  // The open note may leave the list (decided, filtered): its last index still gives the adjacent notes.
  const [last, setLast] = useState({ id, index: -1 });
  const index = rows.findIndex((row) => row.id === id);
  if (index !== -1 && (last.id !== id || last.index !== index)) setLast({ id, index });
  const current = index === -1 && last.id === id ? last.index - 0.5 : index;
  const isListed = current >= -0.5 && id !== undefined;
  const next = isListed ? rows[Math.floor(current) + 1]?.id : undefined;
  const previous = isListed ? rows[Math.ceil(current) - 1]?.id : undefined;

  useEffect(() => {
    if (id === undefined) return;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // The toast handles the first Escape; here it closes the dialog.
      if (event.key === 'Escape') return open(undefined);
      if (event.target instanceof Element && event.target.closest(typingFields)) return;
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

  /** The pending note to review next: the following rows first. */
  const nextPending = () => {
    const after = rows.slice(index + 1);
    const before = rows.slice(0, Math.max(index, 0));
    return [...after, ...before].find((row) => row.status === 'pending' && row.id !== id)?.id;
  };
  return { next, previous, nextPending, position: index === -1 ? undefined : index + 1 };
}
