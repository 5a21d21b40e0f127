import { Banner } from '#platform/web/ui/Banner.tsx';
import type { Note } from '#features/notes/web/queries.ts';
import { useClosedPeriodMessage } from './useClosedPeriodMessage.ts';

/** Why a note in a closed period has no buttons, or needs a reason to be approved. */
export function ClosedPeriodBanner({ note }: { note: Pick<Note, 'workDate' | 'can'> }) {
  const message = useClosedPeriodMessage(note.workDate);
  if (message === null) return null;
  return (
    <Banner tone="info" title={message}>
      {note.can.approve
        ? 'You can approve this note with a reason. To make other changes, reopen the period.'
        : 'This note can’t be changed. Ask an admin to reopen the period first.'}
    </Banner>
  );
}
