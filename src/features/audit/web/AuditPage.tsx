import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { AuditFilterBar } from './log/AuditFilterBar.tsx';
import { AuditTable } from './log/AuditTable.tsx';
import { exportAddress, useAudit } from './queries.ts';

const PAGE_SIZE = 50;
const NO_FILTERS = {
  actor: undefined,
  object: undefined,
  objectId: undefined,
  dateFrom: undefined,
  dateTo: undefined,
};

/** The audit log of the business: who did what, when and from where. */
export function AuditPage() {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/audit' });
  const { actor, object, objectId, dateFrom, dateTo, cursor } = search;
  const query = { actor, object, objectId, from: dateFrom, to: dateTo };
  const navigate = useNavigate({ from: '/audit' });
  const log = useAudit({ ...query, cursor, limit: PAGE_SIZE });
  const { pages, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: log.data,
    isPlaceholder: log.isPlaceholderData,
  });
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <div className="grid gap-5">
      <AuditFilterBar filters={search} onChange={filter} />
      <div className="flex flex-wrap justify-end gap-2">
        {filtered && (
          <Button variant="ghost" onClick={() => filter(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
        <a href={exportAddress(query)} download className={buttonClass({ variant: 'secondary' })}>
          <Download aria-hidden />
          Export CSV
        </a>
      </div>
      {log.isError ? (
        <QueryError title="Couldn't load the audit log" query={log} />
      ) : (
        <div className="min-w-0">
          <AuditTable rows={log.data?.rows} timeZone={timeZone} empty={<EmptyLog filtered={filtered} />} />
          {pages.total > 0 && <Pagination {...pages} />}
        </div>
      )}
    </div>
  );
}

function EmptyLog({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      icon={<ScrollText aria-hidden />}
      title="No activity found"
      body={filtered ? 'No activity matches these filters.' : 'Activity appears here right away.'}
    />
  );
}
