import { useState } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { refreshTopics } from '#platform/web/queries.ts';
import { useChangeDraft, type Invoice } from '#features/invoices/web/queries.ts';

/** The visit whose button was pressed; undefined while the draft is only updated. */
type Change = { noteId?: number; isExcluded?: boolean };

/**
 * Leaves visits out of a draft, includes them again, and collects them again. Each change sends the whole list, so the
 * next one starts after it.
 */
export function useVisitSelection({
  id,
  from,
  to,
  grouping,
  otherLines,
  excludedNoteIds,
  updatedAt,
}: Invoice) {
  const { mutateAsync, isPending } = useChangeDraft(id);
  const [changingNoteId, setChangingNoteId] = useState<number>();
  async function change({ noteId, isExcluded }: Change) {
    if (isPending) return;
    setChangingNoteId(noteId);
    const others = excludedNoteIds.filter((one) => one !== noteId);
    const excluded = noteId !== undefined && isExcluded ? [...others, noteId] : others;
    try {
      await mutateAsync({ from, to, grouping, otherLines, excludedNoteIds: excluded, updatedAt });
    } catch (error) {
      // A colleague may have changed the draft.
      void refreshTopics(['invoices']);
      failureToast(error, 'Failed to save the draft');
    }
  }
  return {
    isPending,
    /** The visit that is being left out or included. */
    changingNoteId: isPending ? changingNoteId : undefined,
    update: () => void change({}),
    exclude: (noteId: number) => void change({ noteId, isExcluded: true }),
    include: (noteId: number) => void change({ noteId, isExcluded: false }),
  };
}

/** The state of the button of a visit while one of them is being changed. */
export const toButtonState = (
  noteId: number,
  { isPending, changingNoteId }: { isPending: boolean; changingNoteId: number | undefined },
) => ({ pending: noteId === changingNoteId, disabled: isPending && noteId !== changingNoteId });
