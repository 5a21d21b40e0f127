import { useEffect } from 'react';
import { usePages, type PageOf } from './usePages.ts';

type ListSearch<Search> = {
  search: Search;
  /** Writes a change of the search parameters to the address. */
  navigate: (change: Partial<Search>, options: { replace: boolean; resetScroll: boolean }) => void;
  size: number;
  list: { rows: readonly unknown[]; total: number; next: string | null } | undefined;
  /** True while `list` is still the previous page. */
  isPlaceholder: boolean;
};

/** A list whose filters, page and open row are in the address. A filter starts at the first page. */
export function useListSearch<Search extends PageOf>(props: ListSearch<Search>) {
  const { search, navigate, size, list, isPlaceholder } = props;
  const firstPage = { cursor: undefined, from: undefined } as Partial<Search>;
  const pages = usePages({
    search,
    size,
    list,
    go: (page) => navigate({ ...firstPage, ...page }, { replace: false, resetScroll: true }),
  });
  // When the last row of the last page was deleted, show the first page.
  const isEmpty = search.cursor !== undefined && list?.rows.length === 0 && !isPlaceholder;
  useEffect(() => {
    if (isEmpty) navigate(firstPage, { replace: true, resetScroll: false });
  });
  return {
    pages: { ...pages, pending: isPlaceholder },
    show: (change: Partial<Search>, replace = false) => navigate(change, { replace, resetScroll: false }),
    filter: (change: Partial<Search>) =>
      navigate({ ...change, ...firstPage }, { replace: true, resetScroll: false }),
  };
}
