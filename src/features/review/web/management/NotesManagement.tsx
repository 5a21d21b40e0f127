import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { managedNotesQuery, noteStatsQuery, type NotePage } from '#features/notes/web/queries.ts';
import { AddEmployeeDialog } from '#features/people/web/public.tsx';
import { OpenNote } from '#features/review/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { ManagementFilters } from './ManagementFilters.tsx';
import { ManagementTable } from './ManagementTable.tsx';
import { StatCards } from './StatCards.tsx';

const PAGE_SIZE = 50;

type ListSearch = Omit<NotePage, 'limit'>;

const toPage = ({ status, category, clientId, authorId, cursor }: ListSearch) => ({
  status,
  category,
  clientId,
  authorId,
  cursor,
  limit: PAGE_SIZE,
});

/** Notes Management: stats, filters, the list, and the note that is open. */
export function NotesManagement() {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/management' });
  const navigate = useNavigate({ from: '/management' });
  const { status, category, clientId, authorId } = search;
  const notes = useQuery({ ...managedNotesQuery(toPage(search)), placeholderData: keepPreviousData });
  const [decision, setDecision] = useState<'approve' | 'deny'>();
  const { pages, show, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: notes.data,
    isPlaceholder: notes.isPlaceholderData,
  });
  const noFilters = { status: undefined, category: undefined, clientId: undefined, authorId: undefined };
  const filtered = Boolean(status ?? category ?? clientId ?? authorId);
  return (
    <div className="grid gap-5">
      <StatCards current={status} />
      <ManagementFilters filters={search} onChange={filter} />
      {notes.isError ? (
        <QueryError title="Failed to fetch notes" query={notes} />
      ) : (
        <div className="min-w-0">
          <ManagementTable
            rows={notes.data?.rows}
            timeZone={timeZone}
            onOpen={(note, action) => {
              setDecision(action);
              show({ note });
            }}
            empty={<NoNotes filtered={filtered} onClear={() => filter(noFilters)} />}
          />
          {pages.total > 0 && <Pagination {...pages} />}
        </div>
      )}
      <OpenNote
        id={search.note}
        rows={notes.data?.rows ?? []}
        decision={decision}
        onOpen={(note) => show({ note }, true)}
      />
      <AddEmployeeByAddress />
    </div>
  );
}

NotesManagement.prefetch = (search: ListSearch) => {
  prefetchQuery(noteStatsQuery());
  prefetchQuery(managedNotesQuery(toPage(search)));
};

/** `?action=add` opens the Add Employee dialog and is then removed from the URL. */
function AddEmployeeByAddress() {
  const { action } = useSearch({ from: '/management' });
  const navigate = useNavigate({ from: '/management' });
  const [open, setOpen] = useState(false);
  if (action === 'add' && !open) setOpen(true);
  useEffect(() => {
    if (action !== 'add') return;
    void navigate({ search: (old) => ({ ...old, action: undefined }), replace: true });
  }, [action, navigate]);
  return <AddEmployeeDialog open={open} onOpenChange={setOpen} />;
}

function NoNotes({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={filtered ? <ClipboardCheck aria-hidden /> : <UserPlus aria-hidden />}
      title="No notes found"
      body={filtered ? 'No notes match these filters.' : 'Notes appear here when your team submits them.'}
      action={filtered ? <Button onClick={onClear}>Clear filters</Button> : undefined}
    />
  );
}
