import clsx from 'clsx';
import type { ReactNode } from 'react';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import type { Column, DataTableProps } from '#platform/web/ui/tableTypes.ts';
import { hasAutomaticTitle } from '#features/notes/rules.ts';
import { DisputedBadge, NoteStatusBadge, PriorityBadge } from '#features/notes/web/labels/NoteBadges.tsx';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { NoteUnits } from '#features/notes/web/units/NoteUnits.tsx';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';

type NoteTableProps<Row extends NoteRow> = Omit<DataTableProps<Row>, 'rowKey' | 'onOpen'> & {
  onOpen: (id: number) => void;
};

/** Notes in a table, or in cards on phones. */
export function NoteTable<Row extends NoteRow>({ onOpen, ...table }: NoteTableProps<Row>) {
  return (
    <div
      className={clsx(
        table.rows?.length === 0
          ? 'rounded-md border border-line bg-surface'
          : 'sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised',
      )}
    >
      <DataTable {...table} rowKey={({ id }) => id} onOpen={({ id }) => onOpen(id)} />
    </div>
  );
}

/**
 * The title of a note.
 * @param automatic shown instead of an automatic title, which only repeats other columns
 */
export const titleColumn = (automatic: (note: NoteRow) => ReactNode): Column<NoteRow> => ({
  key: 'title',
  header: 'Title',
  primary: true,
  cell: (note) => (hasAutomaticTitle(note) ? automatic(note) : note.title),
});

export const categoryColumn: Column<NoteRow> = {
  key: 'category',
  header: 'Category',
  className: 'sm:whitespace-nowrap',
  cell: (note) => toShortServiceName(note.serviceName),
};

export const unitsColumn: Column<NoteRow> = {
  key: 'units',
  header: 'Units',
  align: 'end',
  className: 'whitespace-nowrap',
  cell: ({ id, timeUnitsUsed }) => <NoteUnits noteId={id} text={unitsLabel(timeUnitsUsed)} />,
};

export const statusColumn: Column<NoteRow> = {
  key: 'status',
  header: 'Status',
  cell: (note) => (
    <span className="inline-flex flex-wrap gap-1">
      <NoteStatusBadge status={note.status} />
      {note.disputed && <DisputedBadge />}
    </span>
  ),
};

export const priorityColumn: Column<NoteRow> = {
  key: 'priority',
  header: 'Priority',
  cell: (note) => <PriorityBadge priority={note.priority} />,
};
