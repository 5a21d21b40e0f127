import { useClosedPeriodMessage } from '#features/notes/web/closedPeriod/public.tsx';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import type { ReasonTexts } from './reviewRemarks.ts';

/** The texts of the reason that approving a note needs: in a closed period, or for the reviewer's own note; otherwise null. */
export function useApprovalReason(
  note: Pick<NoteRow, 'authorId' | 'workDate'> | undefined,
): ReasonTexts | null {
  const { id } = useUser();
  const closedPeriod = useClosedPeriodMessage(note?.workDate ?? '');
  if (closedPeriod !== null) {
    return {
      label: 'Reason for approving in a closed period',
      hint: `${closedPeriod} The audit log records the reason.`,
      missing: 'Enter a reason for approving this note',
    };
  }
  if (note?.authorId !== id) return null;
  return {
    label: 'Reason for approving your own note',
    hint: 'This is your own note. The audit log records the reason.',
    missing: 'Enter a reason for approving your own note',
  };
}
