import type { OpenState } from '#platform/web/ui/openState.ts';
import { NoteDialog } from '#features/notes/web/details/public.tsx';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import type { ListedNote } from './useAdjacentNotes.ts';
import { useReviewRemarks } from './useReviewRemarks.ts';

type OpenNoteDialogProps = OpenState & {
  id: number | undefined;
  rows: readonly ListedNote[];
  onOpen: (id: number | undefined) => void;
};

/** A note from any list: managers can review it, others get the actions of My Notes. */
export function OpenNoteDialog({ id, rows, onOpen }: OpenNoteDialogProps) {
  const { id: userId, timeZone } = useUser();
  const isManager = useIsManager();
  const { remarksOf, setRemarks } = useReviewRemarks(userId);
  if (!isManager) return <NoteDialog id={id} timeZone={timeZone} onClose={() => onOpen(undefined)} />;
  return (
    <ReviewDialog
      id={id}
      rows={rows}
      timeZone={timeZone}
      remarks={remarksOf(id)}
      onRemarks={(remarks) => id !== undefined && setRemarks(id, remarks)}
      onOpen={onOpen}
    />
  );
}
