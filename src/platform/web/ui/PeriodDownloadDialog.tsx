import { Download } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from './Button.tsx';
import { DateInput } from './DateInput.tsx';
import { Dialog } from './Dialog.tsx';
import { DownloadLink } from './DownloadLink.tsx';
import { Field } from './Field.tsx';
import type { OpenState } from './openState.ts';

/** First and last day. */
export type Period = { from: string; to: string };

type PeriodDownloadDialogProps = OpenState & {
  title: string;
  description: string;
  initial: Period;
  /** Returns the error of the period, shown at the last day. */
  validate: (period: Period) => string | undefined;
  toUrl: (period: Period) => string;
  /** More choices. */
  children: ReactNode;
};

/** Downloads a file of a period. */
export function PeriodDownloadDialog(props: PeriodDownloadDialogProps) {
  const { open, onOpenChange, title, description, initial, validate, toUrl, children } = props;
  const [period, setPeriod] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const last = useRef<HTMLInputElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const id = useId();
  const problem = validate(period);
  function download(event: SubmitEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (problem) return last.current?.focus();
    link.current?.click();
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} icon={<Download aria-hidden />}>
            Download
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={download} className="grid gap-4">
        <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
          <Field label="First day" required>
            <DateInput
              value={period.from}
              onChange={({ target }) => setPeriod({ ...period, from: target.value })}
            />
          </Field>
          <Field label="Last day" required error={isSubmitted ? problem : undefined}>
            <DateInput
              ref={last}
              value={period.to}
              onChange={({ target }) => setPeriod({ ...period, to: target.value })}
            />
          </Field>
        </div>
        {children}
        <DownloadLink ref={link} hidden tabIndex={-1} aria-hidden href={toUrl(period)}>
          File
        </DownloadLink>
      </form>
    </Dialog>
  );
}
