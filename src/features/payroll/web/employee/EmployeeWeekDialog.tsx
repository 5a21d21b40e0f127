import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { LineSeries } from '#platform/web/ui/charts/LineSeries.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { PayrollPerson } from '#features/payroll/web/queries.ts';
import { EntriesTable } from './EntriesTable.tsx';
import { ExportMenu } from '#features/payroll/web/export/ExportMenu.tsx';
import {
  formatMinutesAsHours,
  formatWeekStart,
  formatWeek,
  formatWorkTotals,
} from '#features/payroll/web/week/payrollFormat.ts';

type EmployeeWeekDialogProps = {
  /** Whose week is open, or undefined. */
  person: PayrollPerson | undefined;
  week: string;
  weeks: readonly string[];
  timeZone: string;
  onClose: () => void;
};

/** One person's week: the way there, and every entry of it. */
export function EmployeeWeekDialog({ person, week, weeks, timeZone, onClose }: EmployeeWeekDialogProps) {
  // Stays what it was while the dialog closes.
  const [last, setLast] = useState(person);
  if (person && person !== last) setLast(person);
  const shown = person ?? last;
  if (!shown) return null;
  const { employeeId, name, thisWeek, weekMinutes } = shown;
  const points = weeks.map((sunday, index) => ({
    label: formatWeekStart(sunday),
    value: weekMinutes[index] ?? 0,
  }));
  return (
    <Dialog
      open={person !== undefined}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={name}
      description={formatWeek(week)}
      footer={
        <>
          <ExportMenu week={week} employeeId={employeeId} />
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <div>
          <p className="tabular text-2xl font-semibold">{formatMinutesAsHours(thisWeek.minutes)}</p>
          <p className="tabular text-sm text-muted">{formatWorkTotals(thisWeek)}</p>
        </div>
        <LineSeries
          caption={`Hours of ${name} by week`}
          points={points}
          format={formatMinutesAsHours}
          height={96}
        />
        <section>
          <h3 className="pb-2 font-semibold">Entries</h3>
          <EntriesTable
            key={`${employeeId} ${week}`}
            employeeId={employeeId}
            week={week}
            timeZone={timeZone}
            caption={`Entries of ${name}`}
          />
        </section>
      </div>
    </Dialog>
  );
}
