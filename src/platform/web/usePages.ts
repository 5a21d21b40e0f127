import { COUNT_CAP } from '#platform/contract/counting.ts';

export type PageOf = { cursor?: string | undefined; from?: number | undefined };

type Pages = {
  search: PageOf;
  size: number;
  list: { rows: readonly unknown[]; total: number; next: string | null } | undefined;
  go: (page: PageOf) => void;
};

/** The previous page of each cursor, as cursors only lead forward. A deep link falls back to the first page. */
const previousPages = new Map<string, PageOf>();

/** The position of the page's last row, counted from 1. */
export function lastRow({ from, size, list }: { from: number } & Pick<Pages, 'size' | 'list'>): number {
  const { total, next, rows } = list ?? { total: 0, next: null, rows: [] };
  const full = from + size - 1;
  if (total === COUNT_CAP) return next ? full : Math.max(from, from + rows.length - 1);
  // By the total: the rows of the previous page stay until the next page is loaded.
  return Math.max(from, Math.min(full, total));
}

/** The position of the page in the URL, and the handlers for the previous and next page. */
export function usePages({ search, size, list, go }: Pages) {
  const from = search.from ?? 1;
  const next = list?.next;
  const { cursor } = search;
  return {
    from,
    to: lastRow({ from, size, list }),
    total: list?.total ?? 0,
    onPrevious: cursor === undefined ? undefined : () => go(previousPages.get(cursor) ?? {}),
    onNext: next
      ? () => {
          previousPages.set(next, { cursor, from: search.from });
          go({ cursor: next, from: from + size });
        }
      : undefined,
  };
}
