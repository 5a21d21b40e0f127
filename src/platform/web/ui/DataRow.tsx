import clsx from 'clsx';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Skeleton } from './Skeleton.tsx';
import type { Column, DataTableProps } from './tableTypes.ts';

/** The default roles of table elements, set explicitly: browsers drop them when the layout is not a table's. */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader', scope: 'col' },
  cell: { role: 'cell' },
} as const;

const rowClass =
  'border-line max-sm:mb-3 max-sm:block max-sm:rounded-md max-sm:border max-sm:bg-surface max-sm:p-4 max-sm:shadow-raised';
const cellClass =
  'px-3 py-2.5 align-middle sm:first:pl-4 sm:last:pr-4 sm:border-b sm:border-line sm:in-[tr:last-child]:border-b-0 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-1';

function classOfCell<Row>(column: Column<Row>) {
  return clsx(
    cellClass,
    column.align === 'end' && 'tabular text-right',
    // Text breaks anywhere, so that a long name fits; without a minimum, each letter is a line.
    column.primary
      ? 'font-medium max-sm:pb-2 max-sm:text-base sm:min-w-36 print:min-w-0'
      : 'sm:min-w-20 print:min-w-0',
    column.hideOnCard && 'max-sm:hidden',
    column.className,
  );
}

/** One row of a DataTable. */
export function DataRow<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { row, columns, onOpen, canOpen, actions } = props;
  const open = onOpen && (canOpen?.(row) ?? true) ? () => onOpen(row) : undefined;
  // For the mouse; the opener in the primary cell is for the keyboard.
  function press({ target, currentTarget }: MouseEvent) {
    // A press in a menu or dialog of the row reaches it through React, but is not inside it.
    const onRow = currentTarget.contains(target as Node);
    const onControl = (target as Element).closest('a,button,input,select,label');
    if (onRow && !onControl && getSelection()?.isCollapsed !== false) open?.();
  }
  return (
    <tr
      {...tableRoles.row}
      onClick={open && press}
      className={clsx(rowClass, open && 'cursor-pointer hover:bg-hover max-sm:active:bg-hover')}
    >
      {columns.map((column) => (
        <td key={column.key} {...tableRoles.cell} className={classOfCell(column)}>
          {!column.primary && (
            <span aria-hidden className="shrink-0 text-muted sm:hidden">
              {column.header}
            </span>
          )}
          <CellContent column={column} row={row} open={column.primary ? open : undefined} />
        </td>
      ))}
      {actions && (
        <td {...tableRoles.cell} className={clsx(cellClass, 'max-sm:-mr-2 max-sm:-mb-2 max-sm:justify-end')}>
          <div className="flex justify-end gap-1">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

/** Moves between the openers of the rows with the arrow keys. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const openers = [
    ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-opener]') ?? []),
  ];
  const next = openers[openers.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type CellContentProps<Row> = { column: Column<Row>; row: Row; open: (() => void) | undefined };

function CellContent<Row>({ column, row, open }: CellContentProps<Row>) {
  const content = column.cell(row);
  if (!open)
    return (
      <span className={clsx('min-w-0 wrap-anywhere', !column.primary && 'max-sm:text-right')}>{content}</span>
    );
  return (
    <button
      type="button"
      data-opener
      onKeyDown={moveBetweenRows}
      onClick={open}
      className="relative min-w-0 rounded-md text-left wrap-anywhere text-accent-ink hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5"
    >
      {content}
    </button>
  );
}

type SkeletonRowProps<Row> = { columns: readonly Column<Row>[]; actions: boolean };

/** A placeholder row of the same height. */
export function SkeletonRow<Row>({ columns, actions }: SkeletonRowProps<Row>) {
  return (
    <tr {...tableRoles.row} className={rowClass}>
      {columns.map((column) => (
        <td key={column.key} {...tableRoles.cell} className={classOfCell(column)}>
          <Skeleton
            className={clsx('my-1 h-4', column.align === 'end' ? 'ml-auto w-12' : 'w-full max-w-40')}
          />
        </td>
      ))}
      {actions && (
        <td {...tableRoles.cell} className={cellClass}>
          <Skeleton className="my-1 ml-auto h-6 w-16" />
        </td>
      )}
    </tr>
  );
}
