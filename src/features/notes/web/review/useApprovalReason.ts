import { useUser } from '#features/sessions/web/queries.ts';
import { useClosedTime } from '#features/notes/web/list/useClosedTime.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';

/** The texts of the reason that approving a note needs: in closed time, or for the reviewer's own note; otherwise null. */
export function useApprovalReason(note: Pick<NoteRow, 'authorId' | 'workDate'> | null | undefined) {
  const { id } = useUser();
  const closedTime = useClosedTime(note?.workDate ?? '');
  if (closedTime !== null) {
    return {
      label: 'Reason for approving in closed time',
      hint: `${closedTime} The audit log records the reason.`,
      missing: 'A reason for the approval is required',
    };
  }
  if (note?.authorId !== id) return null;
  return {
    label: 'Reason',
    hint: 'This is your own note. The audit log records the reason.',
    missing: 'Enter a reason for approving your own note',
  };
}
