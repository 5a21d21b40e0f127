import clsx from 'clsx';
import type { KeyboardEvent } from 'react';
import { DataRow, SkeletonRow } from './DataRow.tsx';
import type { DataTableProps } from './tableTypes.ts';

/** Moves between the rows' openers with the arrow keys. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-opener]')];
  const at = openers.indexOf(event.target as HTMLElement);
  const next = at < 0 ? undefined : openers[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Rows of one kind: a table with a sticky head, cards below 640 px. The roles keep it a table for screen readers there. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, actions, empty, skeletonRows = 5 } = props;
  if (rows?.length === 0 && empty !== undefined) return empty;
  return (
    <table
      role="table"
      aria-busy={rows === undefined}
      className={clsx('w-full border-separate border-spacing-0 text-sm max-sm:block', props.className)}
    >
      <caption className="sr-only">{rows ? caption : `${caption}, loading`}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
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
            <th role="columnheader" scope="col" className={clsx(headClass, 'text-right')}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={moveBetweenRows} className="max-sm:block">
        {rows
          ? rows.map((row) => <DataRow key={rowKey(row)} row={row} {...props} />)
          : Array.from({ length: skeletonRows }, (_, index) => (
              <SkeletonRow key={index} columns={columns} actions={actions !== undefined} />
            ))}
      </tbody>
    </table>
  );
}

const headClass =
  'sticky top-(--sticky-top,0px) z-10 border-b border-line bg-sunken px-4 py-2.5 text-xs font-medium whitespace-nowrap text-muted';
