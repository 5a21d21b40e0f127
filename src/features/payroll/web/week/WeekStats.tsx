import type { Compared, Work } from '#features/payroll/web/queries.ts';
import { Stat } from './Stat.tsx';
import { formatChange, formatMinutesAsHours, formatWeek, formatWorkTotals } from './payrollFormat.ts';
import { TrendBadge } from './TrendBadge.tsx';

type WeekStatsProps = {
  /** Undefined while loading. */
  compared: Compared | undefined;
  /** The week that is running, of which there is more to come; otherwise one that is over. */
  current: boolean;
  /** The Sunday of the week before. */
  before: string;
  /** Entries of the week whose note is not approved. */
  unapproved?: number | undefined;
};

/** A week, the one before, and the way from one to the other. */
export function WeekStats({ compared, current, before, unapproved }: WeekStatsProps) {
  const labels = current
    ? { week: 'This Week', before: 'Last Week', against: 'so far, against' }
    : { week: 'Week shown', before: 'Week before', against: 'against' };
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
              <TrendBadge trend={compared.trend} />
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
  const open = unapproved > 0 ? ` · ${unapproved} not approved` : '';
  return (
    <Stat
      label={label}
      value={work && formatMinutesAsHours(work.minutes)}
      detail={work && `${formatWorkTotals(work)}${open}`}
    />
  );
}
