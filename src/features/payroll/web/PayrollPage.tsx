import { getWeek } from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { useIsManager, useUser, useWeekStarts } from '#features/sessions/web/queries.ts';
import { BusinessPayroll } from './business/BusinessPayroll.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { EmployeePayroll } from './public.tsx';

/** Payroll & Time: all employees' hours for managers, your own for others. */
export function PayrollPage() {
  return useIsManager() ? <BusinessPayroll /> : <OwnPayroll />;
}

function OwnPayroll() {
  const { id, timeZone } = useUser();
  const week = getWeek(today(timeZone), useWeekStarts());
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <ExportMenu week={week} employeeId={id} />
      </div>
      <EmployeePayroll employeeId={id} />
    </div>
  );
}
