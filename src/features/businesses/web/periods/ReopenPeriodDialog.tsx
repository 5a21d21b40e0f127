import { useId, useRef, useState, type SubmitEvent } from 'react';
import { isSessionExpired, issuesOf, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { closedPeriodMessage, PERIOD_REASON_MAX } from '#features/businesses/periodRules.ts';
import { useSetLockedThrough } from '#features/businesses/web/queries.ts';

type ReopenPeriodDialogProps = OpenState & { lockedThrough: string };

/** Reopens the closed period from a date on, or all of it, with a reason. */
export function ReopenPeriodDialog({ lockedThrough, ...dialog }: ReopenPeriodDialogProps) {
  const form = useId();
  const [date, setDate] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const dateInput = useRef<HTMLInputElement>(null);
  const reasonInput = useRef<HTMLTextAreaElement>(null);
  const change = useSetLockedThrough();
  function show(problems: Record<string, string>) {
    setErrors(problems);
    (problems['date'] ? dateInput : reasonInput).current?.focus();
  }
  async function reopen(event: SubmitEvent) {
    event.preventDefault();
    if (date >= lockedThrough)
      return show({
        date: `Choose a date before the current one. ${closedPeriodMessage(lockedThrough)}`,
      });
    try {
      await change.mutateAsync({ date: date || null, reason });
    } catch (problem) {
      if (isSessionExpired(problem)) return;
      const issues = issuesOf(problem)?.map(({ path, message }): [string, string] => [path, message]);
      const message = messageOf(problem, "Couldn't reopen the period. Please try again.");
      return show(issues ? Object.fromEntries(issues) : { root: message });
    }
    setErrors({});
    setDate('');
    setReason('');
    toast({
      title: 'Period reopened',
      description: date ? closedPeriodMessage(date) : 'No period is closed.',
    });
    dialog.onOpenChange(false);
  }
  return (
    <FormDialog
      {...dialog}
      size="sm"
      title="Reopen period"
      description={`${closedPeriodMessage(lockedThrough)} The audit log records who reopened it and why.`}
      form={form}
      submit="Reopen period"
      variant="danger"
      pending={change.isPending}
    >
      <form id={form} noValidate onSubmit={(event) => void reopen(event)} className="grid gap-4">
        {errors['root'] && <Banner tone="danger">{errors['root']}</Banner>}
        <Field
          label="Keep closed through"
          optional
          hint="Leave blank to reopen everything."
          error={errors['date']}
        >
          <DateInput ref={dateInput} value={date} onChange={({ target }) => setDate(target.value)} />
        </Field>
        <Field
          label="Reason"
          required
          error={errors['reason']}
          counter={{ used: reason.length, limit: PERIOD_REASON_MAX }}
        >
          <TextArea
            ref={reasonInput}
            value={reason}
            rows={3}
            maxLength={PERIOD_REASON_MAX}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
    </FormDialog>
  );
}
