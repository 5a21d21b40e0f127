import { unitsLabel } from '#features/units/rules.ts';
import { formatCount, formatMonth } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { LineSeries } from '#platform/web/ui/charts/LineSeries.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { PersonPayroll } from '#features/payroll/web/queries.ts';
import { formatMinutesAsHours, formatWeekStart } from '#features/payroll/web/week/payrollFormat.ts';

/** Undefined while loading. */
type PanelProps = { payroll: PersonPayroll | undefined };

/** The eight weeks up to this one as a line. */
export function HoursByWeek({ payroll }: PanelProps) {
  return (
    <Card title="Hours by week">
      {payroll ? (
        <LineSeries
          caption="Hours by week"
          points={payroll.weeks.map((week, index) => ({
            label: formatWeekStart(week),
            value: payroll.weekMinutes[index] ?? 0,
          }))}
          format={formatMinutesAsHours}
        />
      ) : (
        <Skeleton className="h-36" />
      )}
    </Card>
  );
}

/** The totals of the month. */
export function MonthlySummary({ payroll }: PanelProps) {
  return (
    <Card title="Monthly Summary" description={payroll ? formatMonth(payroll.monthName) : ' '}>
      {payroll ? (
        <DescriptionList
          items={[
            { term: 'Total hours', value: formatMinutesAsHours(payroll.month.minutes) },
            { term: 'Entries', value: formatCount(payroll.month.entries) },
            { term: 'Billed', value: unitsLabel(payroll.month.units) },
          ]}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Card>
  );
}

/** The average and total of this week and last week. */
export function WeekComparison({ payroll }: PanelProps) {
  return (
    <Card title="Week Comparison" description="This week and last week">
      {payroll ? (
        <DescriptionList
          items={[
            { term: 'Weekly average', value: formatMinutesAsHours(payroll.averageMinutes) },
            { term: 'Total units', value: unitsLabel(payroll.totalUnits) },
          ]}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Card>
  );
}
