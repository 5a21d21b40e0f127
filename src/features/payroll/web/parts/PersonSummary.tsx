import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { messageOf } from '#platform/web/apiError.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { usePayrollOf } from '#features/payroll/web/queries.ts';
import { EntriesTable } from './EntriesTable.tsx';
import { Figures } from './Figure.tsx';
import { HoursAndUnits } from './HoursAndUnits.tsx';
import { weekInWords } from './payrollWords.ts';
import { Comparison, Course, Month } from './PersonPanels.tsx';
import { WeekFigures } from './WeekFigures.tsx';
import { addDays } from '#features/payroll/rules.ts';

type PersonSummaryProps = {
  employeeId: number;
  /** The Sunday of the present week. */
  week: string;
};

/** A person's hours of this week and the last, the month, and every entry of both weeks. */
export function PersonSummary({ employeeId, week }: PersonSummaryProps) {
  const { timeZone } = useUser();
  const payroll = usePayrollOf(employeeId, week);
  if (payroll.isError) {
    return (
      <ErrorState
        title="Hours could not be loaded"
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
      <Figures count={3}>
        <WeekFigures compared={payroll.data} current before={addDays(week, -7)} />
      </Figures>
      <HoursAndUnits />
      <div className="grid gap-4 lg:grid-cols-3">
        <Course payroll={payroll.data} />
        <Month payroll={payroll.data} />
        <Comparison payroll={payroll.data} />
      </div>
      <Card
        title="Entries this week"
        description={weekInWords(week)}
        padded={false}
        className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none"
      >
        <EntriesTable {...entries} week={week} caption="Entries this week" />
      </Card>
      <Card
        title="Entries last week"
        description={weekInWords(addDays(week, -7))}
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
