import { Download } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { validateRange } from '#features/payroll/rules.ts';
import { exportUrl } from '#features/payroll/web/queries.ts';

type ExportDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  from: string;
  to: string;
  employeeId: number | undefined;
};

const KINDS = [
  { value: 'entries', label: 'Time entries' },
  { value: 'people', label: 'Totals by employee' },
] as const;
const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
] as const;

/** Exports hours of a range of dates. */
export function ExportDialog({ open, onOpenChange, employeeId, ...week }: ExportDialogProps) {
  const [from, setFrom] = useState(week.from);
  const [to, setTo] = useState(week.to);
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('entries');
  const [format, setFormat] = useState<(typeof FORMATS)[number]['value']>('csv');
  const [submitted, setSubmitted] = useState(false);
  const last = useRef<HTMLInputElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const problem = validateRange(from, to);
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
      title="Export hours"
      description="Dates use the business's time zone."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="export-hours" icon={<Download aria-hidden />}>
            Download
          </Button>
        </>
      }
    >
      <form id="export-hours" noValidate onSubmit={download} className="grid gap-4">
        <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
          <Field label="First day" required>
            <DateInput value={from} onChange={({ target }) => setFrom(target.value)} />
          </Field>
          <Field label="Last day" required error={submitted ? problem : undefined}>
            <DateInput ref={last} value={to} onChange={({ target }) => setTo(target.value)} />
          </Field>
        </div>
        <SegmentedControl legend="What" value={kind} onChange={setKind} options={KINDS} />
        <SegmentedControl legend="File" value={format} onChange={setFormat} options={FORMATS} />
        <a
          ref={link}
          hidden
          download
          tabIndex={-1}
          aria-hidden
          href={exportUrl({ from, to, kind, format, employeeId })}
        >
          File
        </a>
      </form>
    </Dialog>
  );
}
