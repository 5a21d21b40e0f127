import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatUnits } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { ChartTable } from '#platform/web/ui/charts/ChartTable.tsx';
import type { BurnDown } from '#features/forecast/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { HEIGHT, layoutBurnDown, WIDTH, type BurnDownLayout } from './burnDownLayout.ts';

type BurnDownChartProps = { burnDown: BurnDown; today: string; name: string };

/** The units left of an account over time, with the current pace, the run-out day and the expiry date. */
export function BurnDownChart({ burnDown, today, name }: BurnDownChartProps) {
  const layout = layoutBurnDown(burnDown, today);
  return (
    <figure className="min-w-0">
      <ChartTable caption={`${name}: units left by day`} points={toTableRows(burnDown)} format={unitsLabel} />
      <div aria-hidden>
        <div className="relative" style={{ height: HEIGHT }}>
          <ChartLines layout={layout} />
          <Labels layout={layout} total={burnDown.total} />
        </div>
        <div className="mt-1 flex justify-between gap-3 text-xs text-muted">
          <span>{formatDay(layout.from)}</span>
          <span>{formatDay(layout.to)}</span>
        </div>
        <Legend burnDown={burnDown} layout={layout} />
      </div>
    </figure>
  );
}

/** Each day on which the balance changed, then what the forecast expects. */
function toTableRows({ points, expiryDate, forecast }: BurnDown) {
  const { runsOutOn, unitsLeftAtExpiry, state } = forecast;
  const isComing = expiryDate !== null && state !== 'expired' && unitsLeftAtExpiry !== null;
  return [
    ...points.map(({ day, available }) => ({ label: formatDay(day), value: Number(available) })),
    ...(runsOutOn ? [{ label: `${formatDay(runsOutOn)}, at the current pace`, value: 0 }] : []),
    ...(isComing ? [{ label: `${formatDay(expiryDate)}, expires`, value: Number(unitsLeftAtExpiry) }] : []),
  ];
}

const lineProps = {
  vectorEffect: 'non-scaling-stroke',
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;

const toText = (points: readonly { x: number; y: number }[]) =>
  points.map(({ x, y }) => `${x},${y}`).join(' ');

function ChartLines({ layout }: { layout: BurnDownLayout }) {
  const { steps, pace, expiryX, zeroY, totalY } = layout;
  const first = steps[0];
  const last = steps.at(-1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="size-full">
      <line
        x1="0"
        x2={WIDTH}
        y1={totalY}
        y2={totalY}
        {...lineProps}
        strokeDasharray="2 4"
        className="stroke-control"
      />
      <line x1="0" x2={WIDTH} y1={zeroY} y2={zeroY} {...lineProps} className="stroke-line" />
      {first && last && (
        <polygon
          points={`${first.x},${zeroY} ${toText(steps)} ${last.x},${zeroY}`}
          className="fill-accent-soft"
        />
      )}
      {expiryX !== null && (
        <line
          x1={expiryX}
          x2={expiryX}
          y1="14"
          y2={HEIGHT}
          {...lineProps}
          strokeWidth="1.5"
          className="stroke-pending-ink"
        />
      )}
      {pace && (
        <polyline
          points={toText(pace)}
          {...lineProps}
          strokeWidth="2"
          strokeDasharray="5 5"
          className="fill-none stroke-control"
        />
      )}
      <polyline points={toText(steps)} {...lineProps} strokeWidth="2" className="fill-none stroke-accent" />
    </svg>
  );
}

const toPercent = (x: number) => `${(x / WIDTH) * 100}%`;
const dotClass = 'absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface';

/** The total and the dots, which must not be stretched with the drawing. */
function Labels({ layout, total }: { layout: BurnDownLayout; total: string }) {
  const { today, runOut, totalY } = layout;
  return (
    <>
      <span
        className="tabular absolute left-0 -translate-y-full pb-0.5 text-xs text-muted"
        style={{ top: totalY }}
      >
        {unitsLabel(total)} in total
      </span>
      <span className={clsx(dotClass, 'bg-accent')} style={{ left: toPercent(today.x), top: today.y }} />
      {runOut && (
        <span
          className={clsx(dotClass, 'bg-danger-ink')}
          style={{ left: toPercent(runOut.x), top: runOut.y }}
        />
      )}
    </>
  );
}

function Legend({ burnDown, layout }: { burnDown: BurnDown; layout: BurnDownLayout }) {
  const { expiryDate, forecast } = burnDown;
  const { runsOutOn, weeklyPace, unitsAvailable } = forecast;
  return (
    <ul className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      <Entry mark={<span className="h-0.5 w-4 bg-accent" />}>{unitsLabel(unitsAvailable)} left</Entry>
      {layout.pace && (
        <Entry mark={<span className="w-4 border-t-2 border-dashed border-control" />}>
          {formatUnits(weeklyPace)} units per week
        </Entry>
      )}
      {runsOutOn && (
        <Entry mark={<span className="size-2 rounded-full bg-danger-ink" />}>
          Runs out on {formatDay(runsOutOn)}
        </Entry>
      )}
      {expiryDate && (
        <Entry mark={<span className="h-3.5 w-0.5 bg-pending-ink" />}>
          {forecast.state === 'expired' ? 'Expired' : 'Expires'} on {formatDay(expiryDate)}
        </Entry>
      )}
    </ul>
  );
}

function Entry({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className="flex w-4 justify-center">{mark}</span>
      <span>{children}</span>
    </li>
  );
}
