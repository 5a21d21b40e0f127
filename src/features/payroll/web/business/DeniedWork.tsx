import { Link } from '@tanstack/react-router';
import { formatDay } from '#platform/web/format.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import { DisputedBadge } from '#features/notes/web/public.tsx';
import type { PayrollWeek } from '#features/payroll/web/queries.ts';
import { formatMinutesAsHours } from '#features/payroll/web/week/payrollFormat.ts';

type DeniedEntry = PayrollWeek['denied'][number];

const columns: Column<DeniedEntry>[] = [
  { key: 'name', header: 'Employee', primary: true, cell: ({ name }) => name },
  {
    key: 'client',
    header: 'Client',
    cell: ({ clientId, clientName }) => <ClientLink clientId={clientId}>{clientName}</ClientLink>,
  },
  { key: 'date', header: 'Work date', cell: ({ workDate }) => formatDay(workDate) },
  {
    key: 'hours',
    header: 'Hours',
    align: 'end',
    cell: ({ minutes }) => <span className="tabular">{formatMinutesAsHours(minutes)}</span>,
  },
  {
    key: 'note',
    header: 'Note',
    align: 'end',
    cell: (entry) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-2">
        {entry.disputed && <DisputedBadge />}
        {entry.isDeleted ? 'Deleted' : <NoteLink entry={entry} />}
      </span>
    ),
  },
];

const NoteLink = ({ entry: { noteId, name, workDate } }: { entry: DeniedEntry }) => (
  <Link
    to="/management"
    search={{ note: noteId }}
    aria-label={`View note: ${name}, ${formatDay(workDate)}`}
    className="text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
  >
    View note
  </Link>
);

/** Work of denied notes, which is in no total; nothing when the week has none. */
export function DeniedWork({ entries }: { entries: readonly DeniedEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Card
      title="Denied work"
      description="Not included in totals. You may still have to pay for work that isn't billed."
      padded={false}
    >
      <DataTable caption="Denied work" columns={columns} rows={entries} rowKey={({ noteId }) => noteId} />
    </Card>
  );
}
