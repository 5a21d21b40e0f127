import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { Issue } from '#platform/contract/errors.ts';
import { ApiError, isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { closedPeriodMessage, countUndecided } from '#features/businesses/periodRules.ts';
import { useSetLockedThrough } from '#features/businesses/web/queries.ts';

export type ClosePeriodDialogProps = OpenState & {
  /** The last closed day, at first. */
  date: string;
  returnFocus?: () => HTMLElement | null;
  onClosed?: () => void;
};

/** Statuses without a decision, which the list of notes filters by. */
const STATUSES = ['pending', 'in-review', 'in-progress'] as const;

/** Notes without a decision, by status. */
type UndecidedSummary = { message: string; statuses: Issue[] };

/** Closes the period through a date, after a confirmation when notes have no decision yet. */
export function ClosePeriodDialog({ date: initial, onClosed, ...dialog }: ClosePeriodDialogProps) {
  const form = useId();
  const [date, setDate] = useState(initial);
  const [error, setError] = useState<string>();
  const [undecided, setUndecided] = useState<UndecidedSummary>();
  const day = useRef<HTMLInputElement>(null);
  const change = useSetLockedThrough();
  function edit(next: string) {
    setDate(next);
    setError(undefined);
    setUndecided(undefined);
  }
  function setOpen(open: boolean) {
    // The next time, the notes of that moment are confirmed.
    if (!open) setUndecided(undefined);
    dialog.onOpenChange(open);
  }
  function show(problem: unknown) {
    if (isSessionExpired(problem)) return;
    const issues = issuesOf(problem) ?? [];
    const message = messageOf(problem, "Couldn't close the period. Please try again.");
    const isUndecided = problem instanceof ApiError && problem.code === 'pending_notes';
    if (isUndecided) return setUndecided({ message, statuses: issues });
    setError(issues[0]?.message ?? message);
    day.current?.focus();
  }
  async function close(event: SubmitEvent) {
    event.preventDefault();
    setError(undefined);
    try {
      await change.mutateAsync({
        date,
        pendingConfirmed: undecided !== undefined,
        pendingCount: undecided && countUndecided(undecided.statuses),
      });
    } catch (problem) {
      return show(problem);
    }
    toast({ title: closedPeriodMessage(date) });
    onClosed?.();
    setOpen(false);
  }
  return (
    <FormDialog
      {...dialog}
      onOpenChange={setOpen}
      size="sm"
      title="Close period"
      description="Notes and hours in a closed period can't be added or changed. Only an admin can reopen it."
      form={form}
      submit={undecided ? 'Close anyway' : 'Close period'}
      pending={change.isPending}
    >
      <form id={form} noValidate onSubmit={(event) => void close(event)} className="grid gap-4">
        <Field label="Close through" required hint="Last work date to close" error={error}>
          <DateInput ref={day} value={date} onChange={({ target }) => edit(target.value)} />
        </Field>
        {undecided && <UndecidedNotes {...undecided} />}
      </form>
    </FormDialog>
  );
}

/** The notes that could not be denied or sent back any more, with links to review them. */
function UndecidedNotes({ message, statuses }: UndecidedSummary) {
  return (
    <Banner tone="pending" title={message}>
      <ul className="my-1 grid gap-1">
        {statuses.map(({ path, message: label }) => (
          <li key={path}>
            <Link
              to="/management"
              search={{ status: STATUSES.find((status) => status === path) }}
              className="underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        After closing, only an admin can approve pending notes, and must give a reason. Nothing else can be
        changed.
      </p>
    </Banner>
  );
}
