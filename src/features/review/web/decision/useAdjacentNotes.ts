import type { NoteRow } from '#features/notes/web/queries.ts';
import { usePosition } from './usePosition.ts';
import type { KeyActions } from './useReviewKeys.ts';

/** A note of the list behind the dialog. */
export type ListedNote = Pick<NoteRow, 'id' | 'status'>;

/** The notes before and after the open one in the list, with the keys that open them. */
export function useAdjacentNotes(
  rows: readonly ListedNote[],
  id: number | undefined,
  open: (id: number | undefined) => void,
) {
  const { index, next, previous } = usePosition(rows, id);
  const openNext = next === undefined ? undefined : () => open(next);
  const openPrevious = previous === undefined ? undefined : () => open(previous);
  const keys: KeyActions = { j: openNext, ArrowRight: openNext, k: openPrevious, ArrowLeft: openPrevious };

  /** The pending note to review next: the following rows first. */
  const nextPending = () => {
    const after = rows.slice(index + 1);
    const before = rows.slice(0, Math.max(index, 0));
    return [...after, ...before].find((row) => row.status === 'pending' && row.id !== id)?.id;
  };
  return { openNext, openPrevious, keys, nextPending, position: index === -1 ? undefined : index + 1 };
}
