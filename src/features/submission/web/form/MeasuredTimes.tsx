import { useFormContext, useWatch } from 'react-hook-form';
import { formatSpan } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';
import type { NoteForm } from '#features/submission/web/entry/useNoteForm.ts';

/** Times of the visit clock, which the note keeps beside the signed ones. */
export function MeasuredTimes({ timeZone }: { timeZone: string }) {
  const form = useFormContext() as unknown as NoteForm;
  const clock = useWatch<NoteValues, 'clock'>({ name: 'clock' });
  const { errors } = form.formState;
  const issue = errors.clock?.startedAt ?? errors.clock?.endedAt ?? errors.clock;
  if (!clock) return null;
  async function remove() {
    const isConfirmed = await confirm({
      title: 'Remove the times of the visit clock?',
      body: 'The note keeps the start and end you entered, without the measured times.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isConfirmed) form.setValue('clock', null);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 text-muted">
        Visit clock: <span className="tabular">{formatSpan(clock.startedAt, clock.endedAt, timeZone)}</span>
      </p>
      <Button size="sm" variant="ghost" onClick={() => void remove()}>
        Remove<span className="sr-only"> the times of the visit clock</span>
      </Button>
      {issue?.message && (
        <p role="alert" className="basis-full text-danger-ink">
          {issue.message}
        </p>
      )}
    </div>
  );
}
