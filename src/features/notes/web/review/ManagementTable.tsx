import { Check, Eye, X } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { formatDay, formatShortDate } from '#platform/web/format.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import type { ManagedNoteRow } from '#features/notes/web/queries.ts';
import {
  categoryColumn,
  NoteTable,
  priorityColumn,
  statusColumn,
  titleColumn,
  unitsColumn,
} from '#features/notes/web/list/NoteTable.tsx';
import { ChecksBadge } from '#features/notes/web/checks/ChecksBadge.tsx';
import { noteHeading } from '#features/notes/rules.ts';

export type Decision = { kind: 'approve' | 'deny'; note: ManagedNoteRow };

type RowActionsProps = { onOpen: (id: number) => void; onDecide: (decision: Decision) => void };
type ManagementTableProps = RowActionsProps & {
  rows: readonly ManagedNoteRow[] | undefined;
  timeZone: string;
  empty: ReactNode;
};

const createColumns = (timeZone: string): Column<ManagedNoteRow>[] => [
  titleColumn((note) => <span className="line-clamp-2">{note.content}</span>),
  { key: 'author', header: 'Employee', className: 'sm:min-w-28', cell: (note) => note.authorName },
  {
    key: 'client',
    header: 'Client',
    className: 'sm:whitespace-nowrap',
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
  categoryColumn,
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
  unitsColumn,
  priorityColumn,
  {
    key: 'checks',
    header: 'Checks',
    className: 'whitespace-nowrap',
    cell: (note) => <ChecksBadge note={note} />,
  },
  statusColumn,
];

const TwoLines = ({ lines: [first, second] }: { lines: [ReactNode, string] }) => (
  <>
    {first}
    <span className="block text-sm text-muted">{second}</span>
  </>
);

/** The notes of the business; the title of a pending one opens the review. */
export function ManagementTable({ timeZone, onDecide, ...table }: ManagementTableProps) {
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  return (
    <NoteTable
      caption="Notes"
      columns={columns}
      canOpen={(note) => note.status === 'pending'}
      skeletonRows={12}
      actions={createRowActions({ onOpen: table.onOpen, onDecide })}
      {...table}
    />
  );
}

const createRowActions = (props: RowActionsProps) => (note: ManagedNoteRow) => (
  <RowActions note={note} {...props} />
);

function RowActions({ note, onOpen, onDecide }: RowActionsProps & { note: ManagedNoteRow }) {
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
          onClick={() => onDecide({ kind: 'approve', note })}
        />
      )}
      {note.can.deny && (
        <IconButton
          label={`Deny ${noteHeading(note)}`}
          icon={<X aria-hidden className="text-danger-ink" />}
          size="sm"
          onClick={() => onDecide({ kind: 'deny', note })}
        />
      )}
    </>
  );
}
