import { useState } from 'react';

type CursorPage = { rows: readonly unknown[]; total: number; next: string | null };

/** Paging of a list that is not in the address; `pagesOf` gives the props of `Pagination`. */
export function useCursorPages(size: number) {
  /** Cursors of the pages after the first one, the current page last. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const offset = cursors.length * size;
  const pagesOf = ({ rows, total, next }: CursorPage) => ({
    from: offset + 1,
    to: offset + rows.length,
    total,
    onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    onNext: next ? () => setCursors([...cursors, next]) : undefined,
  });
  return { cursor: cursors.at(-1), pagesOf };
}
