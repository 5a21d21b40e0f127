import type { ReactNode } from 'react';
import { QueryError, type QueryErrorProps } from './QueryError.tsx';

type ListQuery<Row> = QueryErrorProps['query'] & { data: { rows: readonly Row[] } | undefined };

type ListInCardProps<Row> = {
  query: ListQuery<Row>;
  /** The maximum number of rows; the number of placeholders while loading. */
  most: number;
  /** The title of the error state. */
  failed: string;
  /** For screen readers while loading. */
  loading: string;
  empty: ReactNode;
  renderRow: (row: Row) => ReactNode;
  rowKey: (row: Row) => string | number;
  placeholder: ReactNode;
  itemClass: string;
  className?: string;
};

/** A short list in a card: rows, placeholders while loading, an empty state or a retry. */
export function ListInCard<Row>(props: ListInCardProps<Row>): ReactNode {
  const { query, most, failed, loading, empty, renderRow, rowKey, placeholder, itemClass, className } = props;
  const { data } = query;
  if (!data && query.error) return <QueryError title={failed} query={query} fallback="Please try again." />;
  if (data?.rows.length === 0) return empty;
  return (
    <ul aria-busy={!data} className={className}>
      {data
        ? data.rows.map((one) => (
            <li key={rowKey(one)} className={itemClass}>
              {renderRow(one)}
            </li>
          ))
        : Array.from({ length: most }, (_, index) => (
            <li key={index} className={itemClass}>
              {placeholder}
              {index === 0 && <span className="sr-only">{loading}</span>}
            </li>
          ))}
    </ul>
  );
}
