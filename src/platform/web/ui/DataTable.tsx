import clsx from 'clsx';
import { useCallback, useState } from 'react';
import { DataRow, SkeletonRow, tableRoles } from './DataRow.tsx';
import type { DataTableProps } from './tableTypes.ts';

/**
 * A table with a sticky head. From 640 to 1,280 px it scrolls horizontally instead; below it has cards, where the roles
 * keep it a table for screen readers.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, actions, empty, skeletonRows = 5 } = props;
  const { box, isScrollable } = useIsScrollable();
  if (rows?.length === 0 && empty !== undefined) return empty;
  return (
    <div
      ref={box}
      // Focusable, so that the arrow keys scroll it.
      {...(isScrollable && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
      className="-outline-offset-2 sm:max-xl:fade-scroll-edges sm:max-xl:overflow-x-auto sm:max-xl:[--sticky-top:0px] print:overflow-visible!"
    >
      <table
        {...tableRoles.table}
        aria-busy={rows === undefined}
        className={clsx('w-full border-separate border-spacing-0 text-sm max-sm:block', props.className)}
      >
        <caption className="sr-only">{rows ? caption : `${caption}, loading`}</caption>
        <thead {...tableRoles.group} className="max-sm:sr-only">
          <tr {...tableRoles.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                {...tableRoles.header}
                className={clsx(
                  headClass,
                  column.align === 'end' ? 'text-right' : 'text-left',
                  column.className,
                )}
              >
                {column.header}
              </th>
            ))}
            {actions && (
              <th {...tableRoles.header} className={clsx(headClass, 'text-right')}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody {...tableRoles.group} className="max-sm:block">
          {rows
            ? rows.map((row) => <DataRow key={rowKey(row)} row={row} {...props} />)
            : Array.from({ length: skeletonRows }, (_, index) => (
                <SkeletonRow key={index} columns={columns} actions={actions !== undefined} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

/** Observes the element with the ref `box`: it may scroll horizontally. */
function useIsScrollable() {
  const [isScrollable, setScrollable] = useState(false);
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setScrollable(
        getComputedStyle(element).overflowX === 'auto' && element.scrollWidth > element.clientWidth,
      ),
    );
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return { box, isScrollable };
}

const headClass =
  'sticky top-(--sticky-top,0px) z-10 print:static border-b border-line bg-sunken px-3 py-2.5 first:pl-4 last:pr-4 text-xs font-medium whitespace-nowrap text-muted';
