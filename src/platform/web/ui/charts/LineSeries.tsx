import clsx from 'clsx';
import { ChartTable, type ChartProps } from './ChartTable.tsx';

const width = 400;
const inset = 6;

/** A line chart from zero, with labels at both ends and the newest value marked. */
export function LineSeries(props: ChartProps) {
  const { points, format = String, height = 128, className } = props;
  const coordinates = layout(props.points, height);
  const line = coordinates.map(({ x, y }) => `${x},${y}`).join(' ');
  const last = coordinates.at(-1);
  const newest = points.at(-1);
  return (
    <figure className={clsx('min-w-0', className)}>
      <ChartTable {...props} />
      <div aria-hidden>
        <div className="relative" style={{ height }}>
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="size-full">
            {last && (
              <polygon
                points={`${inset},${height - inset} ${line} ${last.x},${height - inset}`}
                className="fill-accent-soft"
              />
            )}
            <polyline
              points={line}
              vectorEffect="non-scaling-stroke"
              strokeWidth="2"
              strokeLinejoin="round"
              strokeLinecap="round"
              className="fill-none stroke-accent"
            />
          </svg>
          {last && newest && (
            <span
              className="absolute flex -translate-x-full -translate-y-full items-center pb-2 text-xs font-medium whitespace-nowrap tabular"
              style={{ left: `${(last.x / width) * 100}%`, top: last.y }}
            >
              <span className="rounded-sm bg-surface px-1">{format(newest.value)}</span>
            </span>
          )}
          {last && (
            <span
              className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface bg-accent"
              style={{ left: `${(last.x / width) * 100}%`, top: last.y }}
            />
          )}
        </div>
        <div className="flex justify-between text-xs text-muted">
          <span>{points[0]?.label}</span>
          {points.length > 1 && <span>{newest?.label}</span>}
        </div>
      </div>
    </figure>
  );
}

/** Coordinates in the drawing; the top quarter is for the figure. */
function layout(points: ChartProps['points'], height: number): { x: number; y: number }[] {
  const top = Math.max(...points.map((point) => point.value), 0) || 1;
  const step = points.length > 1 ? (width - 2 * inset) / (points.length - 1) : 0;
  const available = height * 0.75 - inset;
  return points.map((point, index) => ({
    x: inset + index * step,
    y: height - inset - (Math.max(0, point.value) / top) * available,
  }));
}
