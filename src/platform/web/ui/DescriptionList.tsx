import clsx from 'clsx';
import type { ReactNode } from 'react';

const layouts = { 1: '', 2: '@sm:grid-cols-2', 3: '@sm:grid-cols-2 @2xl:grid-cols-3' };

type DescriptionListProps = {
  /** A `wide` item spans all columns. */
  items: readonly { term: string; value: ReactNode; wide?: boolean }[];
  columns?: keyof typeof layouts;
  /** In one column, puts the values beside their terms. */
  dense?: boolean;
  className?: string;
};

/** Terms with their values; an empty value is shown as a dash. */
export function DescriptionList({ items, columns = 1, dense = false, className }: DescriptionListProps) {
  return (
    <div className={clsx('@container', className)}>
      <dl className={clsx('grid gap-x-6 gap-y-3', dense && '@max-sm:gap-y-1', layouts[columns])}>
        {items.map((item) => (
          <div
            key={item.term}
            className={clsx(
              'min-w-0',
              item.wide && 'col-span-full',
              dense && '@max-sm:grid @max-sm:grid-cols-[6.5rem_1fr] @max-sm:items-baseline',
            )}
          >
            <dt className="text-sm text-muted">{item.term}</dt>
            <dd className="wrap-anywhere">
              {item.value === null || item.value === undefined || item.value === '' ? '–' : item.value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
