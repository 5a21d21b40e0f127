import { ChartTable } from '#platform/web/ui/charts/ChartTable.tsx';
import { formatMinutesAsHours, toWeekPoints } from './payrollFormat.ts';

type WeekBarsProps = { name: string; weeks: readonly string[]; minutes: readonly number[] };

const HEIGHT = 28;
const STEP = 9;

/** The weeks of one employee as small bars, with a table for screen readers. */
export function WeekBars({ name, weeks, minutes }: WeekBarsProps) {
  const most = Math.max(...minutes, 1);
  const width = weeks.length * STEP;
  const points = toWeekPoints(weeks, minutes);
  return (
    <div className="relative flex justify-end overflow-clip sm:justify-start">
      <ChartTable caption={`Hours of ${name} by week`} points={points} format={formatMinutesAsHours} />
      <svg aria-hidden width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
        {points.map(({ label, value }, index) => {
          const height = Math.max(2, (value / most) * HEIGHT);
          return (
            <rect
              key={label}
              x={index * STEP}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
              rx="1.5"
              className={index === points.length - 1 ? 'fill-accent' : 'fill-control/60'}
            />
          );
        })}
      </svg>
    </div>
  );
}
