import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardCheck, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import { usePages } from '#platform/web/usePages.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { AddEmployeeDialog } from '#features/people/web/public.tsx';
import { ManageResources } from '#features/resources/web/public.tsx';
import { DecisionDialog } from './review/DecisionDialog.tsx';
import { ManagementFilters } from './review/ManagementFilters.tsx';
import { ManagementTable } from './review/ManagementTable.tsx';
import type { Decision } from './review/ManagementTable.tsx';
import { ReviewDialog } from './review/ReviewDialog.tsx';
import { StatCards } from './review/StatCards.tsx';
import { useReasons } from './review/useReasons.ts';
import { managedNotesQuery, noteStatsQuery, useManagedNotes } from './queries.ts';
import type { NotePage } from './queries.ts';

const PAGE_SIZE = 50;

/** What managers manage beside people and clients: notes, and what the business shares. */
export function ManagementPage() {
  const { view = 'notes', shown = 'active', resource } = useSearch({ from: '/management' });
  const navigate = useNavigate({ from: '/management' });
  return (
    <Tabs
      label="Management"
      value={view}
      onChange={(next) => void navigate({ search: next === 'resources' ? { view: next } : {} })}
      tabs={[
        { value: 'notes', label: 'Notes', content: <NotesManagement /> },
        {
          value: 'resources',
          label: 'Resources',
          content: (
            <ResourcesManagement
              shown={shown}
              opened={resource}
              onShow={(next) =>
                void navigate({
                  search: (old) => ({ ...old, shown: next === 'active' ? undefined : next }),
                  replace: true,
                })
              }
              onOpen={(id) => void navigate({ search: (old) => ({ ...old, resource: id }), replace: !id })}
            />
          ),
        },
      ]}
    />
  );
}

type Wanted = Omit<NotePage, 'limit'>;

const pageOf = ({ status, category, clientId, authorId, cursor }: Wanted) => ({
  status,
  category,
  clientId,
  authorId,
  cursor,
  limit: PAGE_SIZE,
});

ManagementPage.prefetch = (search: Wanted & { view?: string }) => {
  if (search.view === 'resources') return;
  prefetchQuery(noteStatsQuery());
  prefetchQuery(managedNotesQuery(pageOf(search)));
};

/** What the business shares, under a title of its own. */
function ResourcesManagement(props: ComponentProps<typeof ManageResources>) {
  usePageTitle({ title: 'Resources', subtitle: 'Files and links that you share with your people' });
  return <ManageResources {...props} />;
}

/** Notes Management: what waits for review, and the way through it. */
function NotesManagement() {
  const { id: userId, timeZone } = useUser();
  const search = useSearch({ from: '/management' });
  const navigate = useNavigate({ from: '/management' });
  const { status, category, clientId, authorId } = search;
  const notes = useManagedNotes(pageOf(search));
  const reasons = useReasons(userId);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [deciding, setDeciding] = useState(false);
  const show = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace, resetScroll: false });
  const filter = (change: Partial<typeof search>) =>
    show({ ...change, cursor: undefined, from: undefined }, true);
  const pages = usePages({
    search,
    size: PAGE_SIZE,
    list: notes.data,
    go: (page) => show({ cursor: undefined, from: undefined, ...page }),
  });
  const noFilters = { status: undefined, category: undefined, clientId: undefined, authorId: undefined };
  const filtered = Boolean(status ?? category ?? clientId ?? authorId);
  return (
    <div className="grid gap-5">
      <StatCards current={status} />
      <ManagementFilters filters={search} onChange={filter} />
      {notes.isError ? (
        <ErrorState
          title="Failed to fetch notes"
          body={messageOf(notes.error, 'Please try again.')}
          onRetry={() => void notes.refetch()}
          retrying={notes.isFetching}
        />
      ) : (
        <div className="min-w-0">
          <ManagementTable
            rows={notes.data?.rows}
            timeZone={timeZone}
            onOpen={(note) => show({ note })}
            onDecide={(next) => {
              setDecision(next);
              setDeciding(true);
            }}
            empty={<NoNotes filtered={filtered} onClear={() => filter(noFilters)} />}
          />
          {pages.total > 0 && <Pagination {...pages} pending={notes.isPlaceholderData} />}
        </div>
      )}
      <ReviewDialog
        id={search.note}
        rows={notes.data?.rows ?? []}
        timeZone={timeZone}
        reason={reasons.reasonOf(search.note)}
        onReason={(reason) => search.note !== undefined && reasons.setReason(search.note, reason)}
        onOpen={(note) => show({ note }, true)}
      />
      <DecisionDialog
        decision={decision}
        open={deciding}
        onClose={() => setDeciding(false)}
        reason={reasons.reasonOf(decision?.note.id)}
        onReason={(reason) => decision && reasons.setReason(decision.note.id, reason)}
      />
      <AddEmployeeByAddress />
    </div>
  );
}

/** `?action=add` opens the Add Employee dialog and then leaves the address. */
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
      body={
        filtered
          ? 'No note matches these filters.'
          : 'Notes of your employees appear here as soon as they submit them.'
      }
      action={filtered ? <Button onClick={onClear}>Clear filters</Button> : undefined}
    />
  );
}
