import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { usePages } from '#platform/web/usePages.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { OpenNote } from '#features/notes/web/public.tsx';
import { ResultHeading } from './results/ResultHeading.tsx';
import { ResultList } from './results/ResultList.tsx';
import { SearchForm } from './filters/SearchForm.tsx';
import type { SearchFields } from './filters/SearchForm.tsx';
import { useSearchNotes } from './queries.ts';

const PAGE_SIZE = 20;

/** Search Notes: text and filters; Search runs it and writes it to the address. */
export function SearchPage() {
  const search = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const { q, category, status, dateFrom, dateTo, cursor } = search;
  const asked: SearchFields = { q, category, status, dateFrom, dateTo };
  const isAsked = search.show === 'all' || Object.values(asked).some((value) => value !== undefined);
  const found = useSearchNotes({ ...asked, cursor, limit: PAGE_SIZE }, isAsked);
  const list = isAsked ? found.data : undefined;
  const open = (note: number | undefined) =>
    void navigate({
      search: (old) => ({ ...old, note }),
      replace: search.note !== undefined,
      resetScroll: false,
    });
  const pages = usePages({
    search,
    size: PAGE_SIZE,
    list,
    go: (page) =>
      void navigate({ search: (old) => ({ ...old, cursor: undefined, from: undefined, ...page }) }),
  });

  // When the last note of the last page was deleted, show the first page.
  const isPageEmpty = cursor !== undefined && list?.rows.length === 0 && !found.isPlaceholderData;
  useEffect(() => {
    if (isPageEmpty)
      void navigate({ search: (old) => ({ ...old, cursor: undefined, from: undefined }), replace: true });
  }, [isPageEmpty, navigate]);

  function run(fields: SearchFields) {
    const anything = Object.values(fields).some((value) => value !== undefined);
    const next = { ...fields, show: anything ? undefined : ('all' as const) };
    const isSame =
      isAsked &&
      cursor === undefined &&
      (Object.keys(fields) as (keyof SearchFields)[]).every((name) => fields[name] === asked[name]);
    // The same search again refetches.
    if (isSame) void found.refetch();
    else void navigate({ search: next, resetScroll: false });
  }
  const clear = () => void navigate({ search: {}, resetScroll: false });

  return (
    <div className="grid gap-5">
      <SearchForm asked={asked} running={isAsked && found.isFetching} onSearch={run} onClear={clear} />
      <section aria-label="Results" className="min-w-0">
        {!isAsked && <SearchPrompt />}
        {isAsked && found.isError && (
          <ErrorState
            title="Search failed"
            body={messageOf(found.error, 'Please try again.')}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {isAsked && !found.isError && (
          <>
            <ResultHeading total={list?.total} />
            {list?.total === 0 ? (
              <NoResults onClear={clear} />
            ) : (
              <ResultList rows={list?.rows} onOpen={open} />
            )}
            {pages.total > 0 && <Pagination {...pages} pending={found.isPlaceholderData} />}
          </>
        )}
      </section>
      <OpenNote id={search.note} rows={list?.rows ?? []} onOpen={open} />
    </div>
  );
}

function SearchPrompt() {
  const isManager = useIsManager();
  return (
    <EmptyState
      icon={<Search aria-hidden />}
      title={isManager ? 'Search all notes' : 'Search your notes'}
      body="Search titles, text, clients and authors. The start of a word is enough."
    />
  );
}

function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No results found"
      body="No notes match. Try fewer words or filters."
      action={<Button onClick={onClear}>Clear All</Button>}
      className="rounded-md border border-line bg-surface"
    />
  );
}
