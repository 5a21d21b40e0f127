import { useNavigate, useSearch } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { useClientHistory, type AuditRow } from '#features/audit/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { describeAction, describeChanges, describeDetails, subjectOf } from './auditLabels.ts';

const PAGE_SIZE = 25;

/** Changes to a client: who did what and when, newest first. */
export function ClientHistory({ client }: { client: { id: number } }) {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/clients/$clientId/history' });
  const navigate = useNavigate({ from: '/clients/$clientId/history' });
  const history = useClientHistory(client.id, { cursor: search.cursor, limit: PAGE_SIZE });
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  const { pages } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: history.data,
    isPlaceholder: history.isPlaceholderData,
  });
  if (history.isError) return <QueryError title="Couldn't load the history" query={history} />;
  return (
    <div className="min-w-0">
      <div className="sm:rounded-md sm:border sm:border-line sm:bg-surface sm:shadow-raised">
        <DataTable
          caption="History"
          columns={columns}
          rows={history.data?.rows}
          rowKey={({ seq }) => seq}
          skeletonRows={8}
          empty={
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title="No activity yet"
              body="Changes to the client, units, authorizations, assignments and documents appear here."
            />
          }
        />
      </div>
      {pages.total > 0 && <Pagination {...pages} noun="entries" />}
    </div>
  );
}

const createColumns = (timeZone: string): Column<AuditRow>[] => [
  {
    key: 'what',
    header: 'Change',
    primary: true,
    cell: (row) => (
      <>
        {describeAction(row)} {subjectOf(row)}
        <span className="block text-sm font-normal text-muted">
          {[describeChanges(row), describeDetails(row)].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { key: 'who', header: 'User', cell: (row) => row.actorName ?? 'Not logged in' },
  {
    key: 'when',
    header: 'Date',
    className: 'sm:whitespace-nowrap',
    cell: (row) => <time dateTime={row.createdAt}>{formatDateTimeZone(row.createdAt, timeZone)}</time>,
  },
];
