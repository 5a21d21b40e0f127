import { add } from '#platform/contract/decimals.ts';
import { formatCount, formatMonth } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { LineSeries } from '#platform/web/ui/charts/LineSeries.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { PersonPayroll } from '#features/payroll/web/queries.ts';
import { BilledUnits } from '#features/payroll/web/week/BilledUnits.tsx';
import { formatMinutesAsHours, toWeekPoints } from '#features/payroll/web/week/payrollFormat.ts';

/** The trend, the month, and the average of two weeks; skeletons while loading. */
export function EmployeePanels({ payroll }: { payroll: PersonPayroll | undefined }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Card title="Hours by week">
        {payroll ? (
          <LineSeries
            caption="Hours by week"
            points={toWeekPoints(payroll.weeks, payroll.weekMinutes)}
            format={formatMinutesAsHours}
          />
        ) : (
          <Skeleton className="h-36" />
        )}
      </Card>
      <Card title="Monthly Summary" description={payroll ? formatMonth(payroll.monthName) : ' '}>
        {payroll ? (
          <DescriptionList
            items={[
              { term: 'Total hours', value: formatMinutesAsHours(payroll.month.minutes) },
              { term: 'Entries', value: formatCount(payroll.month.entries) },
              { term: 'Billed', value: <BilledUnits work={payroll.month} /> },
            ]}
          />
        ) : (
          <SkeletonText lines={6} />
        )}
      </Card>
      <Card title="Week Comparison" description="This week and last week">
        {payroll ? (
          <DescriptionList
            items={[
              { term: 'Weekly average', value: formatMinutesAsHours(payroll.averageMinutes) },
              {
                term: 'Total units',
                value: (
                  <BilledUnits
                    work={{
                      units: payroll.totalUnits,
                      billedUnits: add(payroll.thisWeek.billedUnits, payroll.lastWeek.billedUnits),
                      entries: payroll.thisWeek.entries + payroll.lastWeek.entries,
                    }}
                  />
                ),
              },
            ]}
          />
        ) : (
          <SkeletonText lines={4} />
        )}
      </Card>
    </div>
  );
}
