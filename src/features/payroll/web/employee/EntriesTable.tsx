import { CalendarClock } from 'lucide-react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import { parseServiceName } from '#features/notes/rules.ts';
import { DisputedBadge } from '#features/notes/web/public.tsx';
import { NoteUnits } from '#features/notes/web/units/public.tsx';
import { ENTRIES_PER_PAGE, useWeekEntries, type TimeEntry } from '#features/payroll/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { formatMinutes } from '#features/units/rules.ts';

type EntriesTableProps = {
  employeeId: number;
  /** The first day of the week. */
  week: string;
  caption: string;
};

const columns: Column<TimeEntry>[] = [
  {
    key: 'client',
    header: 'Client',
    primary: true,
    className: 'sm:w-40',
    cell: (entry) => <ClientLink clientId={entry.clientId}>{entry.clientName}</ClientLink>,
  },
  {
    key: 'work',
    header: 'Work',
    cell: (entry) => (
      <span className="inline-flex flex-col gap-1 max-sm:items-end">
        <span className="line-clamp-2 wrap-anywhere">{workOf(entry)}</span>
        {entry.disputed && <DisputedBadge />}
      </span>
    ),
  },
  {
    key: 'start',
    header: 'Started',
    className: 'sm:w-36',
    cell: (entry) => <StartCell at={entry.startTime} timeZone={entry.timeZone} />,
  },
  {
    key: 'time',
    header: 'Time',
    align: 'end',
    className: 'sm:w-32',
    cell: (entry) => <span className="tabular whitespace-nowrap">{formatMinutes(entry.minutes)}</span>,
  },
  {
    key: 'units',
    header: 'Units',
    align: 'end',
    className: 'sm:w-20',
    cell: ({ noteId, timeUnits }) =>
      noteId === null ? unitsLabel(timeUnits) : <NoteUnits noteId={noteId} text={unitsLabel(timeUnits)} />,
  },
];

/** The title of the note, or the service for an automatic title, because other columns have client and date. */
const workOf = ({ description: title, clientName, workDate }: TimeEntry): string =>
  parseServiceName({ title, clientName, workDate }) ?? title;

function StartCell({ at, timeZone }: { at: string; timeZone: string }) {
  const [day, time] = formatDateTimeZone(at, timeZone).split(' at ');
  return (
    <span className="tabular inline-block whitespace-nowrap">
      {day}
      <span className="block text-xs text-muted">{time}</span>
    </span>
  );
}

/** The time entries of an employee's week, latest work first. */
export function EntriesTable({ employeeId, week, caption }: EntriesTableProps) {
  const { cursor, pagesOf } = useCursorPages();
  const entries = useWeekEntries(employeeId, { week, cursor });
  if (entries.isError) return <QueryError title="Couldn't load time entries" query={entries} />;
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={entries.data?.rows}
        rowKey={(entry) => entry.id}
        skeletonRows={3}
        empty={<EmptyState icon={<CalendarClock />} title="No time entries in this week" className="py-6" />}
      />
      {entries.data && entries.data.total > ENTRIES_PER_PAGE && (
        <div className="sm:px-4">
          <Pagination {...pagesOf(entries.data)} noun="entries" pending={entries.isPlaceholderData} />
        </div>
      )}
    </>
  );
}
