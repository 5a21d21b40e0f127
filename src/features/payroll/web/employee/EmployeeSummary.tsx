import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useEmployeePayroll } from '#features/payroll/web/queries.ts';
import { EntriesTable } from './EntriesTable.tsx';
import { Stats } from '#features/payroll/web/week/Stat.tsx';
import { HoursAndUnits } from '#features/payroll/web/week/HoursAndUnits.tsx';
import { formatWeek } from '#features/payroll/web/week/payrollFormat.ts';
import { WeekComparison, HoursByWeek, MonthlySummary } from './EmployeePanels.tsx';
import { WeekStats } from '#features/payroll/web/week/WeekStats.tsx';
import { addDays } from '#features/payroll/rules.ts';

type EmployeeSummaryProps = {
  employeeId: number;
  /** The Sunday of the present week. */
  week: string;
};

/** A person's hours of this week and the last, the month, and every entry of both weeks. */
export function EmployeeSummary({ employeeId, week }: EmployeeSummaryProps) {
  const { timeZone } = useUser();
  const payroll = useEmployeePayroll(employeeId, week);
  if (payroll.isError) {
    return (
      <ErrorState
        title="Couldn't load hours"
        body={messageOf(payroll.error, 'Please try again.')}
        onRetry={() => void payroll.refetch()}
        retrying={payroll.isFetching}
      />
    );
  }
  if (payroll.data?.hasEntries === false) return <NoEntries employeeId={employeeId} />;
  const entries = { employeeId, timeZone };
  return (
    <div className="grid gap-4">
      <Stats count={3}>
        <WeekStats compared={payroll.data} current before={addDays(week, -7)} />
      </Stats>
      <HoursAndUnits />
      <div className="grid gap-4 lg:grid-cols-3">
        <HoursByWeek payroll={payroll.data} />
        <MonthlySummary payroll={payroll.data} />
        <WeekComparison payroll={payroll.data} />
      </div>
      <Card
        title="Entries this week"
        description={formatWeek(week)}
        padded={false}
        className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none"
      >
        <EntriesTable {...entries} week={week} caption="Entries this week" />
      </Card>
      <Card
        title="Entries last week"
        description={formatWeek(addDays(week, -7))}
        padded={false}
        className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none"
      >
        <EntriesTable {...entries} week={addDays(week, -7)} caption="Entries last week" />
      </Card>
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
