import type { Compared, Work } from '#features/payroll/web/queries.ts';
import { Stat } from './Stat.tsx';
import { formatChange, formatMinutesAsHours, formatWeek, formatWorkTotals } from './payrollFormat.ts';
import { TrendBadge } from './TrendBadge.tsx';

type WeekStatsProps = {
  /** Undefined while loading. */
  compared: Compared | undefined;
  /** Whether the week is still running. */
  current: boolean;
  /** The Sunday of the week before. */
  before: string;
  /** Entries of the week whose note is not approved. */
  unapproved?: number | undefined;
};

/** A week, the previous one, and the change. A running week shows no 'Down': more hours will follow. */
export function WeekStats({ compared, current, before, unapproved }: WeekStatsProps) {
  const labels = current
    ? { week: 'This Week', before: 'Last Week', against: 'so far, compared with' }
    : { week: 'Selected week', before: 'Previous week', against: 'compared with' };
  return (
    <>
      <WorkStat label={labels.week} work={compared?.thisWeek} unapproved={unapproved} />
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
  work: Work | undefined;
  /** How many of its entries are about work whose note is not approved. */
  unapproved?: number | undefined;
};

/** Hours that were worked, with what is billed for them. */
export function WorkStat({ label, work, unapproved = 0 }: WorkStatProps) {
  const suffix = unapproved > 0 ? ` · ${unapproved} not approved` : '';
  return (
    <Stat
      label={label}
      value={work && formatMinutesAsHours(work.minutes)}
      detail={work && `${formatWorkTotals(work)}${suffix}`}
    />
  );
}
