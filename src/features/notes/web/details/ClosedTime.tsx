import { Banner } from '#platform/web/ui/Banner.tsx';
import { useClosedTime } from '#features/notes/web/list/useClosedTime.ts';
import type { Note } from '#features/notes/web/queries.ts';

/** Why a note of closed time has no buttons, or needs a reason to be approved. */
export function ClosedTime({ note }: { note: Pick<Note, 'workDate' | 'can'> }) {
  const message = useClosedTime(note.workDate);
  if (message === null) return null;
  return (
    <Banner tone="info" title={message}>
      {note.can.approve
        ? 'You can approve this note with a reason. Reopen the time for anything else.'
        : 'This note can’t be changed. Ask an admin to reopen the time first.'}
    </Banner>
  );
}
