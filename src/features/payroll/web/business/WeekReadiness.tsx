import { Link } from '@tanstack/react-router';
import { plural } from '#platform/web/format.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { PayrollWeek } from '#features/payroll/web/queries.ts';
import { formatMinutesAsHours, formatWeek } from '#features/payroll/web/week/payrollFormat.ts';

/** Content of the export of a week, and how much of it is not approved. */
export function WeekReadiness({ payroll }: { payroll: PayrollWeek | undefined }) {
  if (!payroll) return <Skeleton className="h-6 w-80 max-w-full" />;
  const { week, total, unapproved } = payroll;
  const { minutes, entries } = total.thisWeek;
  return (
    <p className="tabular flex min-h-6 flex-wrap items-center gap-x-2">
      <span>
        {formatWeek(week)}: {formatMinutesAsHours(minutes)}, {plural(entries, 'entry', 'entries')},{' '}
        {unapproved === 0 ? 'all approved' : `${unapproved} not approved`}
      </span>
      {unapproved > 0 && (
        <Link
          to="/review"
          search={{ dateFrom: week.start, dateTo: week.end }}
          className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          Review these
        </Link>
      )}
    </p>
  );
}
