import { useState } from 'react';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { PeriodDownloadDialog, type Period } from '#platform/web/ui/PeriodDownloadDialog.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { validateRange } from '#features/payroll/rules.ts';
import { exportUrl } from '#features/payroll/web/queries.ts';

type ExportDialogProps = OpenState & Period & { employeeId: number | undefined };

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
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('entries');
  const [format, setFormat] = useState<(typeof FORMATS)[number]['value']>('csv');
  return (
    <PeriodDownloadDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Export hours"
      description="Dates use the business's time zone."
      initial={week}
      validate={({ from, to }) => validateRange(from, to)}
      toUrl={(period) => exportUrl({ ...period, kind, format, employeeId })}
    >
      <SegmentedControl legend="What" value={kind} onChange={setKind} options={KINDS} />
      <SegmentedControl legend="File" value={format} onChange={setFormat} options={FORMATS} />
    </PeriodDownloadDialog>
  );
}
