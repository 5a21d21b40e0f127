import { Check, Eye, X } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { formatDay, formatShortDate } from '#platform/web/format.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import { noteHeading } from '#features/notes/rules.ts';
import { PriorityBadge } from '#features/notes/web/labels/public.tsx';
import { NoteTable, statusColumn, titleColumn } from '#features/notes/web/list/public.tsx';
import type { ManagedNoteRow } from '#features/notes/web/queries.ts';
import { NoteUnits } from '#features/notes/web/units/public.tsx';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';
import { ChecksBadge } from './ChecksBadge.tsx';

/** Opens a note, for one decision only when it is given. */
type RowActionsProps = { onOpen: (id: number, decision?: 'approve' | 'deny') => void };
type ManagementTableProps = RowActionsProps & {
  rows: readonly ManagedNoteRow[] | undefined;
  timeZone: string;
  empty: ReactNode;
};

const createColumns = (timeZone: string): Column<ManagedNoteRow>[] => [
  {
    ...titleColumn((note) => <span className="line-clamp-2">{note.content}</span>),
    className: 'sm:min-w-36',
  },
  { key: 'author', header: 'Employee', className: 'sm:min-w-28', cell: (note) => note.authorName },
  {
    key: 'client',
    header: 'Client',
    className: 'sm:min-w-28',
    cell: (note) => (
      <TwoLines
        lines={[
          <ClientLink key="client" clientId={note.clientId}>
            {note.clientName}
          </ClientLink>,
          note.clientContactName,
        ]}
      />
    ),
  },
  {
    key: 'workDate',
    header: 'Work date',
    className: 'sm:whitespace-nowrap',
    cell: (note) => (
      <TwoLines
        lines={[formatDay(note.workDate), `submitted ${formatShortDate(note.createdAt, timeZone)}`]}
      />
    ),
  },
  // Two columns of one each would leave no room for titles at 1,280 px.
  {
    key: 'service',
    header: 'Service, units',
    className: 'sm:whitespace-nowrap',
    cell: (note) => (
      <TwoLines
        lines={[
          toShortServiceName(note.serviceName),
          <NoteUnits key="units" noteId={note.id} text={unitsLabel(note.timeUnitsUsed)} />,
        ]}
      />
    ),
  },
  {
    key: 'checks',
    header: 'Checks',
    className: 'whitespace-nowrap',
    cell: (note) => <ChecksBadge note={note} />,
  },
  {
    key: 'status',
    header: 'Status, priority',
    cell: (note) => (
      <span className="inline-flex flex-wrap gap-1">
        {statusColumn.cell(note)}
        <PriorityBadge priority={note.priority} />
      </span>
    ),
  },
];

const TwoLines = ({ lines: [first, second] }: { lines: [ReactNode, ReactNode] }) => (
  <>
    {first}
    <span className="block text-sm text-muted">{second}</span>
  </>
);

/** The notes of the business; the title of a pending one opens the review. */
export function ManagementTable({ timeZone, ...table }: ManagementTableProps) {
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  return (
    <NoteTable
      caption="Notes"
      columns={columns}
      canOpen={(note) => note.status === 'pending'}
      skeletonRows={12}
      actions={createRowActions(table.onOpen)}
      {...table}
    />
  );
}

const createRowActions = (onOpen: RowActionsProps['onOpen']) => (note: ManagedNoteRow) => (
  <RowActions note={note} onOpen={onOpen} />
);

function RowActions({ note, onOpen }: RowActionsProps & { note: ManagedNoteRow }) {
  if (note.status !== 'pending') {
    return (
      <IconButton
        label={`View ${noteHeading(note)}`}
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
          label={`Approve ${noteHeading(note)}`}
          icon={<Check aria-hidden className="text-success-ink" />}
          size="sm"
          onClick={() => onOpen(note.id, 'approve')}
        />
      )}
      {note.can.deny && (
        <IconButton
          label={`Deny ${noteHeading(note)}`}
          icon={<X aria-hidden className="text-danger-ink" />}
          size="sm"
          onClick={() => onOpen(note.id, 'deny')}
        />
      )}
    </>
  );
}
