import { useEffect } from 'react';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { usePosition } from './usePosition.ts';

export const typingFields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** The notes before and after the open one in the list, also reached with j and k or the arrow keys. */
export function useAdjacentNotes(
  rows: readonly NoteRow[],
  id: number | undefined,
  open: (id: number | undefined) => void,
) {
  const { index, next, previous } = usePosition(rows, id);

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
