import { useState } from 'react';

type CursorPage = { rows: readonly unknown[]; total: number; next: string | null };

/** Paging of a list that is not in the address; `pagesOf` gives the props of `Pagination`. */
export function useCursorPages() {
  /** The pages after the first one, the current page last, with the rows before it. */
  const [pages, setPages] = useState<readonly (readonly [cursor: string, offset: number])[]>([]);
  const [cursor, offset = 0] = pages.at(-1) ?? [];
  const pagesOf = ({ rows, total, next }: CursorPage) => ({
    from: offset + 1,
    to: offset + rows.length,
    total,
    onPrevious: pages.length > 0 ? () => setPages(pages.slice(0, -1)) : undefined,
    onNext: next ? () => setPages([...pages, [next, offset + rows.length]]) : undefined,
  });
  return { cursor, pagesOf };
}
