import { listWeeks, startOfWeek, WEEKDAYS, weekdayOf } from '#platform/contract/weeks.ts';
import { today } from '#platform/web/clock.ts';
import { formatNumericDay } from '#platform/web/format.ts';
import { formatHours } from '#platform/web/numberFormat.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { BarSeries } from '#platform/web/ui/charts/BarSeries.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { TREND_WEEKS } from '#features/payroll/rules.ts';
import { useEmployeePayroll, usePayrollWeek } from '#features/payroll/web/queries.ts';
import { useUser, useWeekStarts } from '#features/sessions/web/queries.ts';

/** The first days of weeks with the actual minutes of their weeks, oldest first. */
type Weeks = { weeks: readonly string[]; minutes: readonly number[] };

type HoursCardProps = {
  whose: string;
  /** Undefined while they are loading. */
  hours: Weeks | undefined;
  read: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** The first day of the current week. */
const useCurrentWeek = () => startOfWeek(today(useUser().timeZone), useWeekStarts());

/** The hours of all employees by week. */
export function TeamHours() {
  const read = usePayrollWeek(useCurrentWeek());
  const hours = read.data && { weeks: read.data.weeks, minutes: read.data.total.weekMinutes };
  return <HoursCard whose="Team hours" hours={hours} read={read} />;
}

/** The user's hours by week. */
export function OwnHours() {
  const { id } = useUser();
  const read = useEmployeePayroll(id, useCurrentWeek());
  const hours = read.data && { weeks: read.data.weeks, minutes: read.data.weekMinutes };
  return <HoursCard whose="Your hours" hours={hours} read={read} />;
}

function HoursCard({ whose, hours, read }: HoursCardProps) {
  const weekdays = formatWeekdays(listWeeks(useCurrentWeek(), useWeekStarts(), TREND_WEEKS));
  return (
    <Card title="Hours by Week" description={`${whose}, ${weekdays}this week so far`}>
      <Bars whose={whose} hours={hours} read={read} />
    </Card>
  );
}

const HEIGHT = 128;

function Bars({ whose, hours, read }: HoursCardProps) {
  if (!hours && read.error) {
    return <QueryError title="Couldn't load hours" query={read} />;
  }
  if (!hours) return <Skeleton className="h-37" />;
  if (hours.minutes.every((minutes) => minutes === 0)) {
    return <p className="text-muted">No hours yet. They appear when notes are submitted.</p>;
  }
  const points = hours.weeks.map((week, index) => ({
    label: formatNumericDay(week),
    value: (hours.minutes[index] ?? 0) / 60,
  }));
  return <BarSeries caption={`${whose} by week`} points={points} format={formatHours} height={HEIGHT} />;
}

/** 'Sunday to Saturday, '; empty when the week start changes between the weeks. */
function formatWeekdays(weeks: readonly string[]): string {
  const first = new Set(weeks.map(weekdayOf));
  const [weekday = 0] = first;
  return first.size === 1 ? `${WEEKDAYS[weekday]} to ${WEEKDAYS[(weekday + 6) % 7]}, ` : '';
}
