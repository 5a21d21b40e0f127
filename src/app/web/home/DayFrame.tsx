import { CircleCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Card } from '#platform/web/ui/Card.tsx';

export const noticeClass =
  'flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-4 py-2 shadow-raised';

type Read = { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown };

/** Matches a query that has neither data nor an error. */
const isLoading = ({ data, isError }: Read): boolean => data === undefined && !isError;

/**
 * Stays true once all queries have answered. What is rendered then may fetch a failed one again, which must not bring the
 * skeleton back: it would unmount that part, and so on without end.
 */
export function useIsLoaded(reads: readonly Read[]): boolean {
  const [isLoaded, setLoaded] = useState(false);
  const isComplete = !reads.some(isLoading);
  if (isComplete && !isLoaded) setLoaded(true);
  return isLoaded || isComplete;
}

/** One line for the queries that failed, with a retry; nothing when none did. */
export function FailedReads({ text, reads }: { text: string; reads: readonly Read[] }) {
  const failed = reads.filter(({ data, isError }) => data === undefined && isError);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className={`${noticeClass} justify-between`}>
      <p>{text}</p>
      <Button
        size="sm"
        pending={failed.some(({ isFetching }) => isFetching)}
        onClick={() => failed.forEach(({ refetch }) => void refetch())}
      >
        Try again
      </Button>
    </div>
  );
}

/** The line of a day on which nothing needs attention. */
export function CalmLine({ children }: { children: ReactNode }) {
  return (
    <p className={noticeClass}>
      <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      {children}
    </p>
  );
}

type DayListProps<Row> = {
  title: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  renderRow: (row: Row) => ReactNode;
  /** A button or link below the rows. */
  more?: ReactNode;
};

/** A card of rows; nothing without rows. */
export function DayList<Row>({ title, rows, rowKey, renderRow, more }: DayListProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Card title={title} padded={false}>
      <ul className="border-t border-line">
        {rows.map((row) => (
          <li key={rowKey(row)} className="border-line not-last:border-b">
            {renderRow(row)}
          </li>
        ))}
      </ul>
      {more && <div className="border-t border-line px-2 py-1.5 sm:px-3">{more}</div>}
    </Card>
  );
}

/** A row that is a link. */
export const dayRowClass =
  'flex min-h-16 flex-col justify-center px-4 py-2.5 -outline-offset-2 hover:bg-hover sm:px-5';
