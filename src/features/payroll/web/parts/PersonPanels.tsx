import { formatCount, formatMonth } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { LineSeries } from '#platform/web/ui/charts/LineSeries.tsx';
import { DescriptionList } from '#platform/web/ui/DescriptionList.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { PersonPayroll } from '#features/payroll/web/queries.ts';
import { hoursInWords, unitsInWords, weekInShort } from './payrollWords.ts';

/** Undefined while loading. */
type Part = { payroll: PersonPayroll | undefined };

/** The eight weeks up to this one as a line. */
export function Course({ payroll }: Part) {
  return (
    <Card title="Hours by week">
      {payroll ? (
        <LineSeries
          caption="Hours by week"
          points={payroll.weeks.map((week, place) => ({
            label: weekInShort(week),
            value: payroll.weekMinutes[place] ?? 0,
          }))}
          format={hoursInWords}
        />
      ) : (
        <Skeleton className="h-36" />
      )}
    </Card>
  );
}

/** What the month brought so far. */
export function Month({ payroll }: Part) {
  return (
    <Card title="Monthly Summary" description={payroll ? formatMonth(payroll.monthName) : ' '}>
      {payroll ? (
        <DescriptionList
          items={[
            { term: 'Total hours', value: hoursInWords(payroll.month.minutes) },
            { term: 'Entries', value: formatCount(payroll.month.entries) },
            { term: 'Billed', value: unitsInWords(payroll.month.units) },
          ]}
        />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Card>
  );
}

/** Both weeks taken together. */
export function Comparison({ payroll }: Part) {
  return (
    <Card title="Week Comparison" description="This week and last week">
      {payroll ? (
        <DescriptionList
          items={[
            { term: 'Weekly average', value: hoursInWords(payroll.averageMinutes) },
            { term: 'Total units', value: unitsInWords(payroll.totalUnits) },
          ]}
        />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Card>
  );
}
