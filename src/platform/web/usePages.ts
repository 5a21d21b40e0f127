import { COUNT_CAP } from '#platform/contract/counting.ts';

export type PageOf = { cursor?: string | undefined; from?: number | undefined };

type Pages = {
  search: PageOf;
  size: number;
  list: { rows: readonly unknown[]; total: number; next: string | null } | undefined;
  go: (page: PageOf) => void;
};

/** Which page came before which, as cursors lead forward only. A deep link falls back to the first page. */
const before = new Map<string, PageOf>();

/** Place of the page's last row, counted from 1. */
export function lastRow({ from, size, list }: { from: number } & Pick<Pages, 'size' | 'list'>): number {
  const { total, next, rows } = list ?? { total: 0, next: null, rows: [] };
  const full = from + size - 1;
  if (total === COUNT_CAP) return next ? full : Math.max(from, from + rows.length - 1);
  // By the total, not by the rows: those of the page before stay until the next are there.
  return Math.max(from, Math.min(full, total));
}

/** The page of a list in the address: its rows, and how to go to the previous and next page. */
export function usePages({ search, size, list, go }: Pages) {
  const from = search.from ?? 1;
  const next = list?.next;
  const { cursor } = search;
  return {
    from,
    to: lastRow({ from, size, list }),
    total: list?.total ?? 0,
    onPrevious: cursor === undefined ? undefined : () => go(before.get(cursor) ?? {}),
    onNext: next
      ? () => {
          before.set(next, { cursor, from: search.from });
          go({ cursor: next, from: from + size });
        }
      : undefined,
  };
}
