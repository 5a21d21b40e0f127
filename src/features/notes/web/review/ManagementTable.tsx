import { Check, Eye, X } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { unitsLabel } from '#features/units/rules.ts';
import { formatDay, formatShortDate } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { NoteStatusBadge, PriorityBadge } from '#features/notes/web/list/NoteBadges.tsx';
import { categoryLabels } from '#features/notes/rules.ts';
import { TableFrame } from '#features/notes/web/list/TableFrame.tsx';

export type Decision = { kind: 'approve' | 'deny'; note: NoteRow };

type ManagementTableProps = {
  rows: readonly NoteRow[] | undefined;
  timeZone: string;
  onOpen: (id: number) => void;
  onDecide: (decision: Decision) => void;
  empty: ReactNode;
};

const columnsIn = (timeZone: string): Column<NoteRow>[] => [
  { key: 'title', header: 'Title', primary: true, cell: (note) => note.title },
  { key: 'author', header: 'Employee', cell: (note) => note.authorName },
  {
    key: 'client',
    header: 'Client',
    className: 'sm:whitespace-nowrap',
    cell: (note) => (
      <>
        {note.clientName}
        <span className="block text-sm text-muted">{note.clientContactName}</span>
      </>
    ),
  },
  {
    key: 'category',
    header: 'Category',
    // Hidden on small laptops: the automatic title begins with the category.
    className: 'sm:whitespace-nowrap sm:max-[86rem]:hidden',
    cell: (note) => categoryLabels[note.category],
  },
  {
    key: 'workDate',
    header: 'Work date',
    className: 'sm:whitespace-nowrap',
    cell: (note) => (
      <>
        {formatDay(note.workDate)}
        <span className="block text-sm text-muted">
          submitted {formatShortDate(note.createdAt, timeZone)}
        </span>
      </>
    ),
  },
  { key: 'units', header: 'Units', align: 'end', cell: (note) => unitsLabel(note.timeUnitsUsed) },
  { key: 'priority', header: 'Priority', cell: (note) => <PriorityBadge priority={note.priority} /> },
  { key: 'status', header: 'Status', cell: (note) => <NoteStatusBadge status={note.status} /> },
];

/** The notes of the business; the title of a pending one opens the review. */
export function ManagementTable({ rows, timeZone, onOpen, onDecide, empty }: ManagementTableProps) {
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <TableFrame empty={rows?.length === 0}>
      <DataTable
        caption="Notes"
        columns={columns}
        rows={rows}
        rowKey={(note) => note.id}
        onOpen={(note) => onOpen(note.id)}
        canOpen={(note) => note.status === 'pending'}
        empty={empty}
        skeletonRows={12}
        actions={actionsWith({ onOpen, onDecide })}
      />
    </TableFrame>
  );
}

type RowActionsProps = Pick<ManagementTableProps, 'onOpen' | 'onDecide'> & { note: NoteRow };

const actionsWith = (props: Omit<RowActionsProps, 'note'>) => (note: NoteRow) => (
  <RowActions note={note} {...props} />
);

function RowActions({ note, onOpen, onDecide }: RowActionsProps) {
  if (note.status !== 'pending') {
    return (
      <IconButton
        label={`View ${note.title}`}
        icon={<Eye aria-hidden />}
        size="sm"
        onClick={() => onOpen(note.id)}
      />
    );
  }
  return (
    <>
      {note.can.approve && (
        <IconButton
          data-approve={note.id}
          label={`Approve ${note.title}`}
          icon={<Check aria-hidden className="text-success-ink" />}
          size="sm"
          onClick={() => onDecide({ kind: 'approve', note })}
        />
      )}
      {note.can.deny && (
        <IconButton
          label={`Deny ${note.title}`}
          icon={<X aria-hidden className="text-danger-ink" />}
          size="sm"
          onClick={() => onDecide({ kind: 'deny', note })}
        />
      )}
    </>
  );
}
