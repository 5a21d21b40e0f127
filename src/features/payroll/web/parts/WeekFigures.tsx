import type { Compared, Work } from '../queries.ts';
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
};

/** A week, the one before, and the way from one to the other. */
export function WeekFigures({ compared, current, before }: WeekFiguresProps) {
  const labels = current
    ? { week: 'This Week', before: 'Last Week', against: 'so far, against' }
    : { week: 'Week shown', before: 'Week before', against: 'against' };
  return (
    <>
      <WorkFigure label={labels.week} work={compared?.thisWeek} />
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

/** Hours that were worked, with what is billed for them. */
export function WorkFigure({ label, work }: { label: string; work: Work | undefined }) {
  return (
    <Figure label={label} value={work && hoursInWords(work.minutes)} detail={work && workInWords(work)} />
  );
}
