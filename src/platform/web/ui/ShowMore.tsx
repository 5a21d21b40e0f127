import { formatCount, formatTotal } from '#platform/web/format.ts';
import { Button } from './Button.tsx';

type ShowMoreProps = {
  list: {
    data: { rows: readonly unknown[]; total: number };
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
};

/** The number of loaded rows, and a button that loads the next page. */
export function ShowMore({ list }: ShowMoreProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <p role="status" className="tabular text-muted">
        {formatCount(data.rows.length)} of {formatTotal(data.total)}
      </p>
      {hasNextPage && (
        <Button size="sm" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}
