import clsx from 'clsx';
import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Week } from '#platform/contract/weeks.ts';
import { plural } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { Trend } from '#features/payroll/rules.ts';
import type { Compared, Work, WorkOfWeek } from '#features/payroll/web/queries.ts';
import { WorkTotals } from './BilledUnits.tsx';
import { Overtime } from './Overtime.tsx';
import { formatChange, formatMinutesAsHours, formatWeek } from './payrollFormat.ts';

const badges = {
  up: { label: 'Up', icon: <ArrowUp aria-hidden /> },
  down: { label: 'Down', icon: <ArrowDown aria-hidden /> },
  same: { label: 'Same', icon: <Equal aria-hidden /> },
};

/** The trend of the hours. It has no color, because more is neither good nor bad. */
export function TrendBadge({ trend }: { trend: Trend }) {
  const { label, icon } = badges[trend];
  return <Badge icon={icon}>{label}</Badge>;
}

type StatProps = {
  label: string;
  /** Undefined while loading. */
  value: ReactNode | undefined;
  detail?: ReactNode;
};

function Stat({ label, value, detail }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-3 shadow-raised sm:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-w-0">
        <span className="tabular flex min-h-8 flex-wrap items-center gap-x-2 text-xl font-semibold sm:text-2xl">
          {value ?? <Skeleton className="h-6 w-20" />}
        </span>
        <span className="tabular mt-0.5 flex min-h-5 items-center text-sm text-muted">
          {value === undefined ? <Skeleton className="h-4 w-28" /> : detail}
        </span>
      </dd>
    </div>
  );
}

/** Stats side by side. */
export function Stats({ children, count }: { children: ReactNode; count: 3 | 4 }) {
  return (
    <dl
      className={clsx(
        'grid grid-cols-2 gap-3',
        count === 3 ? 'max-sm:*:last:col-span-2 sm:grid-cols-3' : 'lg:grid-cols-4',
      )}
    >
      {children}
    </dl>
  );
}

/**
 * Explains why hours and units differ, as visible text because phones have no hover.
 * @param overtimeAfter hours of a week after which work is overtime; undefined while loading
 */
export function HoursAndUnits({ overtimeAfter }: { overtimeAfter: number | undefined }) {
  return (
    <p className="text-sm text-muted">
      Hours are the time worked. Units are what clients are billed: each visit is rounded by its service's
      rounding rule. Both count as soon as a note is submitted and stop counting if it's denied. Disputed
      visits are paid, but not billed until a manager answers; visits that were sent back automatically, not
      until they are signed again.{' '}
      {overtimeAfter !== undefined &&
        `Overtime is time worked after ${plural(overtimeAfter, 'hour', 'hours')} in a week; for overtime, a shift past midnight is split between the days, and overlapping visits count once.`}
    </p>
  );
}

type WeekStatsProps = {
  /** Undefined while loading. */
  compared: Compared | undefined;
  /** True for the current week. */
  current: boolean;
  before: Week;
};

/** A week, the previous one, and the change. The current week never shows 'Down', because more hours will follow. */
export function WeekStats({ compared, current, before }: WeekStatsProps) {
  const labels = current
    ? { week: 'This Week', before: 'Last Week', against: 'so far, compared with' }
    : { week: 'Selected week', before: 'Previous week', against: 'compared with' };
  return (
    <>
      <WorkStat label={labels.week} work={compared?.thisWeek} />
      <WorkStat label={labels.before} work={compared?.lastWeek} />
      <Stat
        label="Weekly Change"
        value={
          compared && (
            <>
              {formatChange(compared)}
              {!(current && compared.trend === 'down') && <TrendBadge trend={compared.trend} />}
            </>
          )
        }
        detail={`${labels.against} ${formatWeek(before)}`}
      />
    </>
  );
}

type WorkStatProps = {
  label: string;
  work: Work | WorkOfWeek | undefined;
};

/** Hours worked with the billed units. */
export function WorkStat({ label, work }: WorkStatProps) {
  return (
    <Stat
      label={label}
      value={work && formatMinutesAsHours(work.minutes)}
      detail={
        work && (
          <span>
            <WorkTotals work={work} />
            {'overtimeMinutes' in work && <Overtime work={work} />}
          </span>
        )
      }
    />
  );
}
