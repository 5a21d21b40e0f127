import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { usePages } from '#platform/web/usePages.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { MyNotesTable } from './list/MyNotesTable.tsx';
import { NoteDialog } from './details/NoteDialog.tsx';
import { categoryLabels, statusLabels } from '#features/notes/rules.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { myNotesQuery, useMyNotes } from './queries.ts';
import type { NotePage } from './queries.ts';

const PAGE_SIZE = 10;

/** My Notes: the own notes with filters, to read, edit or delete. */
export function MyNotesPage() {
  const { timeZone } = useUser();
  const search = useSearch({ from: '/my-notes' });
  const navigate = useNavigate({ from: '/my-notes' });
  const notes = useMyNotes(pageOf(search));
  const { status, category, cursor } = search;
  const show = (change: Partial<typeof search>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace });
  const filter = (change: Partial<typeof search>) =>
    show({ ...change, cursor: undefined, from: undefined }, true);
  const pages = usePages({
    search,
    size: PAGE_SIZE,
    list: notes.data,
    go: (page) => show({ cursor: undefined, from: undefined, ...page }),
  });

  // When the last note of the last page was deleted, show the first page.
  const isPageEmpty = cursor !== undefined && notes.data?.rows.length === 0 && !notes.isPlaceholderData;
  useEffect(() => {
    if (isPageEmpty)
      void navigate({ search: (old) => ({ ...old, cursor: undefined, from: undefined }), replace: true });
  }, [isPageEmpty, navigate]);

  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="grid flex-1 grid-cols-2 gap-3 sm:max-w-md">
          <FilterSelect
            label="Status"
            all="All statuses"
            value={status}
            options={toOptions(statusLabels)}
            onChange={(next) => filter({ status: next })}
          />
          <FilterSelect
            label="Category"
            all="All categories"
            value={category}
            options={toOptions(categoryLabels)}
            onChange={(next) => filter({ category: next })}
          />
        </div>
        <Link to="/submit" className={`${buttonClass({ variant: 'primary' })} max-sm:w-full sm:ml-auto`}>
          <PenLine aria-hidden />
          Submit Note
        </Link>
      </div>
      {notes.isError ? (
        <ErrorState
          title="Failed to fetch notes"
          body={messageOf(notes.error, 'Please try again.')}
          onRetry={() => void notes.refetch()}
          retrying={notes.isFetching}
        />
      ) : (
        <>
          <MyNotesTable
            rows={notes.data?.rows}
            timeZone={timeZone}
            onOpen={(id) => show({ note: id })}
            empty={
              <NoNotes
                filtered={Boolean(status ?? category)}
                onClear={() => filter({ status: undefined, category: undefined })}
              />
            }
          />
          {pages.total > 0 && <Pagination {...pages} pending={notes.isPlaceholderData} />}
        </>
      )}
      <NoteDialog id={search.note} timeZone={timeZone} onClose={() => show({ note: undefined }, true)} />
    </>
  );
}

const pageOf = ({ status, category, cursor }: Omit<NotePage, 'limit'>) => ({
  status,
  category,
  cursor,
  limit: PAGE_SIZE,
});

MyNotesPage.prefetch = (search: Omit<NotePage, 'limit'>) => prefetchQuery(myNotesQuery(pageOf(search)));

function NoNotes({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<PenLine aria-hidden />}
      title="No notes found"
      body={filtered ? 'No note matches these filters.' : 'Notes you submit appear here with their status.'}
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
