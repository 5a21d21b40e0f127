import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { statusLabels } from '#features/notes/rules.ts';
import { NoteDialog } from '#features/notes/web/details/NoteDialog.tsx';
import { SentBackNotes } from '#features/notes/web/list/SentBackNotes.tsx';
import {
  MY_NOTES_PAGE as PAGE_SIZE,
  myNotesQuery,
  sentBackQuery,
  type NotePage,
} from '#features/notes/web/queries.ts';
import { ServiceFilter } from '#features/services/web/public.tsx';
import { servicesQuery } from '#features/services/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { useUnsent } from '#features/submission/web/entry/unsentState.ts';
import { MyNotesTable } from './MyNotesTable.tsx';

const UnsentNotes = lazyComponent(
  async () => (await import('#features/submission/web/offline/UnsentNotes.tsx')).UnsentNotes,
);

/** My Notes: the user's own notes with filters, to read, edit or delete. */
export function MyNotesPage() {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/my-notes' });
  const navigate = useNavigate({ from: '/my-notes' });
  const notes = useQuery({ ...myNotesQuery(toPage(search)), placeholderData: keepPreviousData });
  const { status, category } = search;
  const sentBackNotes = useQuery(sentBackQuery());
  const sentBack = sentBackNotes.data?.total ?? 0;
  const waiting = useUnsent().length > 0;
  const { pages, show, filter } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list: notes.data,
    isPlaceholder: notes.isPlaceholderData,
  });
  // Loaded later, the notes sent back would push the list down.
  if (status === undefined && !sentBackNotes.isFetched)
    return (
      <div className="grid gap-4">
        {waiting && <UnsentNotes />}
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <div className="grid gap-4">
      {waiting && <UnsentNotes />}
      {status === undefined && sentBack > 0 && (
        <>
          <h2 className="font-semibold">Sent back ({sentBack})</h2>
          <SentBackNotes />
          <h2 className="mt-2 font-semibold">All notes</h2>
        </>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid flex-1 grid-cols-2 gap-3 sm:max-w-md">
          <FilterSelect
            label="Status"
            all="All statuses"
            value={status}
            options={toOptions(statusLabels)}
            onChange={(next) => filter({ status: next })}
          />
          <ServiceFilter
            label="Category"
            all="All categories"
            value={category}
            onChange={(next) => filter({ category: next })}
          />
        </div>
        <Link to="/submit" className={`${buttonClass({ variant: 'primary' })} max-sm:w-full sm:ml-auto`}>
          <PenLine aria-hidden />
          Submit Note
        </Link>
      </div>
      {notes.isError ? (
        <QueryError title="Failed to fetch notes" query={notes} />
      ) : (
        <div className="min-w-0">
          <MyNotesTable
            rows={notes.data?.rows}
            timeZone={timeZone}
            onOpen={(note) => show({ note })}
            empty={
              <NoNotes
                filtered={Boolean(status ?? category)}
                waiting={waiting}
                onClear={() => filter({ status: undefined, category: undefined })}
              />
            }
          />
          {pages.total > 0 && <Pagination {...pages} />}
        </div>
      )}
      <NoteDialog id={search.note} timeZone={timeZone} onClose={() => show({ note: undefined }, true)} />
    </div>
  );
}

const toPage = ({ status, category, cursor }: Omit<NotePage, 'limit'>) => ({
  status,
  category,
  cursor,
  limit: PAGE_SIZE,
});

MyNotesPage.prefetch = (search: Omit<NotePage, 'limit'>) => {
  prefetchQuery(myNotesQuery(toPage(search)));
  prefetchQuery(sentBackQuery());
  prefetchQuery(servicesQuery());
};

type NoNotesProps = { filtered: boolean; waiting: boolean; onClear: () => void };

function NoNotes({ filtered, waiting, onClear }: NoNotesProps) {
  if (waiting && !filtered)
    return (
      <EmptyState
        icon={<PenLine aria-hidden />}
        title="No notes sent yet"
        body="Notes appear here once they are sent."
      />
    );
  return (
    <EmptyState
      icon={<PenLine aria-hidden />}
      title="No notes found"
      body={filtered ? 'No notes match these filters.' : 'Notes you submit appear here with their status.'}
      action={
        filtered ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <Link to="/submit" className={buttonClass({ variant: 'primary' })}>
            Submit your first note
          </Link>
        )
      }
    />
  );
}
