import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { getPreviousWeek, getWeek } from '#platform/contract/weeks.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useEmployeePayroll } from '#features/payroll/web/queries.ts';
import { formatWeek } from '#features/payroll/web/week/payrollFormat.ts';
import { HoursAndUnits, Stats, WeekStats } from '#features/payroll/web/week/WeekStats.tsx';
import { useUser, useWeekStarts } from '#features/sessions/web/queries.ts';
import { EmployeePanels } from './EmployeePanels.tsx';
import { EntriesTable } from './EntriesTable.tsx';

type EmployeeSummaryProps = {
  employeeId: number;
  /** The first day of the current week. */
  week: string;
};

/** An employee's hours of this week, last week and the month, with the entries of both weeks. */
export function EmployeeSummary({ employeeId, week }: EmployeeSummaryProps) {
  const weekStarts = useWeekStarts();
  const before = getPreviousWeek(week, weekStarts);
  const payroll = useEmployeePayroll(employeeId, week);
  if (payroll.isError) return <QueryError title="Couldn't load hours" query={payroll} />;
  if (payroll.data?.hasEntries === false) return <NoEntries employeeId={employeeId} />;
  return (
    <div className="grid gap-4">
      <Stats count={3}>
        <WeekStats compared={payroll.data} current before={before} />
      </Stats>
      <HoursAndUnits overtimeAfter={payroll.data?.overtimeAfterHours} />
      <EmployeePanels payroll={payroll.data} />
      {[
        { title: 'Entries this week', days: getWeek(week, weekStarts) },
        { title: 'Entries last week', days: before },
      ].map(({ title, days }) => (
        <Card
          key={title}
          title={title}
          description={formatWeek(days)}
          padded={false}
          className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none"
        >
          <EntriesTable employeeId={employeeId} week={days.start} caption={title} />
        </Card>
      ))}
    </div>
  );
}

function NoEntries({ employeeId }: { employeeId: number }) {
  const own = useUser().id === employeeId;
  return (
    <Card>
      <EmptyState
        icon={<CalendarClock />}
        title="No Time Entries Yet"
        body="Entries appear when work notes are submitted with time tracking."
        action={
          own && (
            <Link to="/submit" className={buttonClass({ variant: 'primary' })}>
              Submit Note
            </Link>
          )
        }
      />
    </Card>
  );
}
