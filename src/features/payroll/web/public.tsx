/** An employee's hours, for the profile. */

import { startOfWeek } from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useUser, useWeekStarts } from '#features/sessions/web/queries.ts';

const PersonSummary = lazyComponent(
  async () => (await import('./employee/EmployeeSummary.tsx')).EmployeeSummary,
  <Skeleton className="h-96" />,
);

/** An employee's weeks, month and entries. Headings start at level 2. */
export function EmployeePayroll({ employeeId }: { employeeId: number }) {
  const { timeZone } = useUser();
  const week = startOfWeek(today(timeZone), useWeekStarts());
  return <PersonSummary key={employeeId} employeeId={employeeId} week={week} />;
}
