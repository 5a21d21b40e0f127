import { today } from '#platform/web/clock.ts';
import { useIsManager, useUser } from '#features/sessions/web/queries.ts';
import { startOfWeek } from '#features/payroll/rules.ts';
import { BusinessPayroll } from './week/BusinessPayroll.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { EmployeePayroll } from './public.tsx';

/** Payroll & Time: all employees' hours for managers, your own for others. */
export function PayrollPage() {
  return useIsManager() ? <BusinessPayroll /> : <OwnPayroll />;
}

function OwnPayroll() {
  const { id, timeZone } = useUser();
  return (
    <div className="grid gap-4">
      <div className="flex justify-end">
        <ExportMenu week={startOfWeek(today(timeZone))} employeeId={id} />
      </div>
      <EmployeePayroll employeeId={id} />
    </div>
  );
}
