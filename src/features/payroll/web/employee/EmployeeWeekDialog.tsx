import type { Week } from '#platform/contract/weeks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { LineSeries } from '#platform/web/ui/charts/LineSeries.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { useLast } from '#platform/web/useLast.ts';
import { ExportMenu } from '#features/payroll/web/export/ExportMenu.tsx';
import type { PayrollPerson } from '#features/payroll/web/queries.ts';
import { WorkTotals } from '#features/payroll/web/week/BilledUnits.tsx';
import { Overtime } from '#features/payroll/web/week/Overtime.tsx';
import { formatMinutesAsHours, formatWeek, toWeekPoints } from '#features/payroll/web/week/payrollFormat.ts';
import { EntriesTable } from './EntriesTable.tsx';

type EmployeeWeekDialogProps = {
  person: PayrollPerson | undefined;
  week: Week;
  weeks: readonly string[];
  onClose: () => void;
};

/** An employee's week: the trend and every entry. */
export function EmployeeWeekDialog({ person, week, weeks, onClose }: EmployeeWeekDialogProps) {
  const shownPerson = useLast(person);
  if (!shownPerson) return null;
  const { employeeId, name, thisWeek, weekMinutes } = shownPerson;
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
          <p className="tabular text-sm text-muted">
            <WorkTotals work={thisWeek} />
            <Overtime work={thisWeek} />
          </p>
        </div>
        <LineSeries
          caption={`Hours of ${name} by week`}
          points={toWeekPoints(weeks, weekMinutes)}
          format={formatMinutesAsHours}
          height={96}
        />
        <section>
          <h3 className="pb-2 font-semibold">Entries</h3>
          <EntriesTable
            key={`${employeeId} ${week.start}`}
            employeeId={employeeId}
            week={week.start}
            caption={`Entries of ${name}`}
          />
        </section>
      </div>
    </Dialog>
  );
}
