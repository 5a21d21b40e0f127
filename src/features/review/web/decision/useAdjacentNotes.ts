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

  return {
    openNext,
    openPrevious,
    keys,
    /** The other pending notes, the following rows first. */
    pending: [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))].flatMap((row) =>
      row.status === 'pending' && row.id !== id ? [row.id] : [],
    ),
    position: index === -1 ? undefined : index + 1,
  };
}
