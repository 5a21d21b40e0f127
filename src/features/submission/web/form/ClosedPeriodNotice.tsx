import { useWatch } from 'react-hook-form';
import { formatDay } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { useClosedPeriodMessage } from '#features/notes/web/closedPeriod/public.tsx';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

/** Warns before anything is signed that a note with this work date would be refused. */
export function ClosedPeriodNotice() {
  const workDate = useWatch<NoteValues, 'workDate'>({ name: 'workDate' });
  const message = useClosedPeriodMessage(workDate);
  if (message === null) return null;
  return (
    <Banner tone="danger" title={message}>
      A note for {formatDay(workDate)} can&apos;t be submitted. Check the work date, or ask an admin to reopen
      the period. Your entries are still in the form.
    </Banner>
  );
}
