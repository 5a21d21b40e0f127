import { formatMonth } from '#platform/web/format.ts';
import { BarSeries } from '#platform/web/ui/charts/BarSeries.tsx';
import type { ChartPoint } from '#platform/web/ui/charts/ChartTable.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { formatPercent, formatReviewHours, getSentBackShare } from '#features/dashboard/rules.ts';
import type { ReviewSummary } from '#features/review/web/queries.ts';

type Month = ReviewSummary['months'][number];

/** The months with decisions: the share of decisions that send a note back, and the hours until the decision. */
export function ReviewCharts({ months }: { months: readonly Month[] | undefined }) {
  const shares = toPoints(months, getSentBackShare);
  const hours = toPoints(months, ({ medianHours }) => medianHours);
  return (
    <div className="grid gap-6 px-4 pb-5 sm:px-5 lg:grid-cols-2">
      <Chart title="Decisions that send a note back" points={shares} format={formatPercent} />
      <Chart title="Median hours from work to decision" points={hours} format={formatReviewHours} />
    </div>
  );
}

function toPoints(
  months: readonly Month[] | undefined,
  valueOf: (month: Month) => number | null,
): ChartPoint[] | undefined {
  return months?.flatMap((month) => {
    const value = valueOf(month);
    return value === null ? [] : [{ label: formatMonth(month.month).slice(0, 3), value }];
  });
}

type ChartProps = {
  title: string;
  points: ChartPoint[] | undefined;
  format: (value: number) => string;
};

function Chart({ title, points, format }: ChartProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-sm font-medium">{title}</h3>
      {!points ? (
        <Skeleton className="h-37" />
      ) : points.length === 0 ? (
        <p className="h-37 text-sm text-muted">No decisions in this period.</p>
      ) : (
        <BarSeries caption={`${title} by month`} points={points} format={format} />
      )}
    </div>
  );
}
