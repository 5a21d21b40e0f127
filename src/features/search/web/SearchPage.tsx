import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search, SearchX } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useListSearch } from '#platform/web/useListSearch.ts';
import { OpenNote } from '#features/review/web/public.tsx';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { useSearchNotes } from './queries.ts';
import { ResultHeading } from './results/ResultHeading.tsx';
import { ResultList } from './results/ResultList.tsx';
import { SearchForm, type SearchFields } from './SearchForm.tsx';

const PAGE_SIZE = 20;

/** Search Notes: text and filters; Search runs the query and writes it to the address. */
export function SearchPage() {
  const search = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const { q, category, status, dateFrom, dateTo, cursor } = search;
  const query: SearchFields = { q, category, status, dateFrom, dateTo };
  const isActive = search.show === 'all' || hasValue(query);
  const results = useSearchNotes({ ...query, cursor, limit: PAGE_SIZE }, isActive);
  const list = isActive ? results.data : undefined;
  const { pages, show } = useListSearch({
    search,
    navigate: (change, options) => void navigate({ search: (old) => ({ ...old, ...change }), ...options }),
    size: PAGE_SIZE,
    list,
    isPlaceholder: results.isPlaceholderData,
  });
  const open = (note: number | undefined) => show({ note }, search.note !== undefined);

  function run(fields: SearchFields) {
    const names = Object.keys(fields) as (keyof SearchFields)[];
    const isSame = isActive && cursor === undefined && names.every((name) => fields[name] === query[name]);
    // Repeating the same search refetches it.
    if (isSame) return void results.refetch();
    const next = { ...fields, show: hasValue(fields) ? undefined : ('all' as const) };
    void navigate({ search: next, resetScroll: false });
  }
  const clear = () => void navigate({ search: {}, resetScroll: false });

  return (
    <div className="grid gap-5">
      <SearchForm query={query} running={isActive && results.isFetching} onSearch={run} onClear={clear} />
      <section aria-label="Results" className="min-w-0">
        {!isActive && <SearchPrompt />}
        {isActive && results.isError && <QueryError title="Search failed" query={results} />}
        {isActive && !results.isError && (
          <>
            <ResultHeading total={list?.total} />
            {list?.total === 0 ? (
              <NoResults onClear={clear} />
            ) : (
              <ResultList rows={list?.rows} onOpen={open} />
            )}
            {pages.total > 0 && <Pagination {...pages} />}
          </>
        )}
      </section>
      <OpenNote id={search.note} rows={list?.rows ?? []} onOpen={open} />
    </div>
  );
}

const hasValue = (fields: SearchFields) => Object.values(fields).some((value) => value !== undefined);

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
