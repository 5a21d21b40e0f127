import { useNavigate } from '@tanstack/react-router';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { formatDate } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';
import { NoteStatusBadge, PriorityBadge } from './NoteBadges.tsx';
import { categoryLabels } from '#features/notes/rules.ts';
import { TableFrame } from './TableFrame.tsx';
import { useConfirmDelete } from '#features/notes/web/details/useConfirmDelete.ts';

type MyNotesTableProps = {
  rows: readonly NoteRow[] | undefined;
  timeZone: string;
  onOpen: (id: number) => void;
  empty: ReactNode;
};

const columnsIn = (timeZone: string): Column<NoteRow>[] => [
  { key: 'title', header: 'Title', primary: true, cell: (note) => note.title },
  {
    key: 'category',
    header: 'Category',
    className: 'sm:whitespace-nowrap',
    cell: (note) => categoryLabels[note.category],
  },
  { key: 'status', header: 'Status', cell: (note) => <NoteStatusBadge status={note.status} /> },
  { key: 'priority', header: 'Priority', cell: (note) => <PriorityBadge priority={note.priority} /> },
  {
    key: 'date',
    header: 'Date',
    className: 'sm:whitespace-nowrap',
    cell: (note) => formatDate(note.createdAt, timeZone),
  },
];

/** The own notes in a table, or in cards on phones. */
export function MyNotesTable({ rows, timeZone, onOpen, empty }: MyNotesTableProps) {
  const columns = useMemo(() => columnsIn(timeZone), [timeZone]);
  return (
    <TableFrame empty={rows?.length === 0}>
      <DataTable
        caption="My notes"
        columns={columns}
        rows={rows}
        rowKey={(note) => note.id}
        onOpen={(note) => onOpen(note.id)}
        empty={empty}
        skeletonRows={10}
        actions={actionsWith(onOpen)}
      />
    </TableFrame>
  );
}

type RowActionsProps = { note: NoteRow; onOpen: (id: number) => void };

const actionsWith = (onOpen: RowActionsProps['onOpen']) => (note: NoteRow) => (
  <RowActions note={note} onOpen={onOpen} />
);

function RowActions({ note, onOpen }: RowActionsProps) {
  const navigate = useNavigate();
  const { confirmDelete, deleting } = useConfirmDelete();
  return (
    <>
      <IconButton label={`View ${note.title}`} icon={<Eye aria-hidden />} onClick={() => onOpen(note.id)} />
      {note.can.edit && (
        <IconButton
          label={`Edit ${note.title}`}
          icon={<Pencil aria-hidden />}
          onClick={() => void navigate({ to: '/submit', search: { note: note.id } })}
        />
      )}
      {note.can.delete && (
        <IconButton
          label={`Delete ${note.title}`}
          icon={<Trash2 aria-hidden />}
          pending={deleting === note.id}
          onClick={() => void confirmDelete(note)}
        />
      )}
    </>
  );
}
