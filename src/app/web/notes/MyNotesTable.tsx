import { useNavigate } from '@tanstack/react-router';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { formatDate } from '#platform/web/format.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import { noteHeading } from '#features/notes/rules.ts';
import { formatVisit } from '#features/notes/web/labels/noteLabels.ts';
import {
  categoryColumn,
  NoteTable,
  priorityColumn,
  statusColumn,
  titleColumn,
  unitsColumn,
} from '#features/notes/web/list/NoteTable.tsx';
import { useConfirmDelete } from '#features/notes/web/list/useConfirmDelete.ts';
import type { NoteRow } from '#features/notes/web/queries.ts';

type MyNotesTableProps = {
  rows: readonly NoteRow[] | undefined;
  timeZone: string;
  onOpen: (id: number) => void;
  empty: ReactNode;
};

const createColumns = (timeZone: string): Column<NoteRow>[] => [
  titleColumn((note) => (
    <>
      {formatVisit(note)}
      <span className="line-clamp-1 text-sm font-normal text-muted">{note.content}</span>
    </>
  )),
  {
    key: 'client',
    header: 'Client',
    className: 'sm:min-w-24',
    cell: ({ clientId, clientName }) => <ClientLink clientId={clientId}>{clientName}</ClientLink>,
  },
  categoryColumn,
  unitsColumn,
  statusColumn,
  priorityColumn,
  {
    key: 'date',
    header: 'Date',
    className: 'sm:whitespace-nowrap',
    cell: (note) => formatDate(note.createdAt, timeZone),
  },
];

/** The user's own notes, to view, edit or delete. */
export function MyNotesTable({ timeZone, ...table }: MyNotesTableProps) {
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  return (
    <NoteTable
      caption="My notes"
      columns={columns}
      skeletonRows={10}
      actions={createRowActions(table.onOpen)}
      {...table}
    />
  );
}

const createRowActions = (onOpen: (id: number) => void) => (note: NoteRow) => (
  <RowActions note={note} onOpen={onOpen} />
);

function RowActions({ note, onOpen }: { note: NoteRow; onOpen: (id: number) => void }) {
  const navigate = useNavigate();
  const { confirmDelete, deleting } = useConfirmDelete();
  return (
    <>
      <IconButton
        label={`View ${noteHeading(note)}`}
        icon={<Eye aria-hidden />}
        onClick={() => onOpen(note.id)}
      />
      {note.can.edit && (
        <IconButton
          label={`Edit ${noteHeading(note)}`}
          icon={<Pencil aria-hidden />}
          onClick={() => void navigate({ to: '/submit', search: { note: note.id } })}
        />
      )}
      {note.can.delete && (
        <IconButton
          label={`Delete ${noteHeading(note)}`}
          icon={<Trash2 aria-hidden />}
          pending={deleting === note.id}
          onClick={() => void confirmDelete(note)}
        />
      )}
    </>
  );
}
