import type { Compared, Work } from '#features/payroll/web/queries.ts';
import { Figure } from './Figure.tsx';
import { changeInWords, hoursInWords, weekInWords, workInWords } from './payrollWords.ts';
import { TrendBadge } from './TrendBadge.tsx';

type WeekFiguresProps = {
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
export function WeekFigures({ compared, current, before, unapproved }: WeekFiguresProps) {
  const labels = current
    ? { week: 'This Week', before: 'Last Week', against: 'so far, against' }
    : { week: 'Week shown', before: 'Week before', against: 'against' };
  return (
    <>
      <WorkFigure label={labels.week} work={compared?.thisWeek} unapproved={unapproved} />
      <WorkFigure label={labels.before} work={compared?.lastWeek} />
      <Figure
        label="Weekly Change"
        value={
          compared && (
            <>
              {changeInWords(compared)}
              <TrendBadge trend={compared.trend} />
            </>
          )
        }
        detail={`${labels.against} ${weekInWords(before)}`}
      />
    </>
  );
}

type WorkFigureProps = {
  label: string;
  work: Work | undefined;
  /** How many of its entries are about work whose note is not approved. */
  unapproved?: number | undefined;
};

/** Hours that were worked, with what is billed for them. */
export function WorkFigure({ label, work, unapproved = 0 }: WorkFigureProps) {
  const open = unapproved > 0 ? ` · ${unapproved} not approved` : '';
  return (
    <Figure
      label={label}
      value={work && hoursInWords(work.minutes)}
      detail={work && `${workInWords(work)}${open}`}
    />
  );
}
