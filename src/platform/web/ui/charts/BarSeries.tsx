import clsx from 'clsx';
import { ChartTable, type ChartProps } from './ChartTable.tsx';

/** A bar chart with a figure on each bar; the last bar is highlighted. */
export function BarSeries(props: ChartProps) {
  const { points, format = String, height = 128, className } = props;
  const top = Math.max(...points.map((point) => point.value), 0);
  return (
    <figure className={clsx('min-w-0', className)}>
      <ChartTable {...props} />
      <div aria-hidden className="flex items-start gap-1 sm:gap-2">
        {points.map((point, index) => (
          <div key={point.label} className="flex min-w-0 flex-1 flex-col items-center gap-1">
            <div className="flex w-full flex-col items-center justify-end gap-1" style={{ height }}>
              <span className="tabular text-xs font-medium max-sm:text-[0.6875rem]">
                {format(point.value)}
              </span>
              <svg width="100%" height={barHeight(point.value, { top, height })} className="max-w-10 min-w-1">
                <rect
                  width="100%"
                  height="100%"
                  rx="3"
                  className={index === points.length - 1 ? 'fill-accent' : 'fill-control/60'}
                />
              </svg>
            </div>
            <span className="w-full text-center text-xs text-balance text-muted">{point.label}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** Height in px; at least 2, so that an empty week is visible. */
function barHeight(value: number, { top, height }: { top: number; height: number }): number {
  const available = height - 24;
  return top > 0 ? Math.max(2, (Math.max(0, value) / top) * available) : 2;
}
