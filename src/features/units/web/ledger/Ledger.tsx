import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { formatUnits } from '#platform/web/numberFormat.ts';
import { formatDateTimeZone } from '#platform/web/format.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { LedgerKind } from '#features/units/contract.ts';
import { type LedgerRow, useLedger } from '#features/units/web/queries.ts';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useCursorPages } from '#platform/web/useCursorPages.ts';

const labels: Record<LedgerKind, string> = {
  purchase: 'Units bought',
  adjustment: 'Total changed',
  note: 'Work note',
  reversal: 'Units returned',
};

/** A change of units with its sign: '+12' or '−9'. */
function formatDelta(delta: string): string {
  const value = Number(delta);
  return value < 0 ? `−${formatUnits(-value)}` : `+${formatUnits(value)}`;
}

const headClass = 'border-b border-line pb-2 text-xs font-medium text-muted';
const numberClass = 'tabular w-18 py-2.5 pl-3 text-right align-top whitespace-nowrap';
const linkClass =
  'text-accent-ink underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

type LedgerTableProps = { rows: readonly LedgerRow[] | undefined; timeZone: string; skeletonRows: number };

/** The unit history of a client; narrow enough to stay a table on phones. */
export function LedgerTable({ rows, timeZone, skeletonRows }: LedgerTableProps) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm" aria-busy={rows === undefined}>
      <caption className="sr-only">{rows ? 'Unit history' : 'Unit history, loading'}</caption>
      <thead>
        <tr>
          <th className={clsx(headClass, 'text-left')}>Change</th>
          <th className={clsx(headClass, 'pl-3 text-right')}>Units</th>
          <th className={clsx(headClass, 'pl-3 text-right')}>Balance</th>
        </tr>
      </thead>
      <tbody className="[&>tr:not(:first-child)>td]:border-t [&>tr>td]:border-line">
        {rows
          ? rows.map((row) => <LedgerEntry key={row.id} row={row} timeZone={timeZone} />)
          : Array.from({ length: skeletonRows }, (_, index) => <SkeletonEntry key={index} />)}
      </tbody>
    </table>
  );
}

function LedgerEntry({ row, timeZone }: { row: LedgerRow; timeZone: string }) {
  return (
    <tr>
      <td className="py-2.5 align-top">
        <p className="font-medium">
          {labels[row.kind]}
          {row.noteId !== null && (
            <>
              {' '}
              <Link to="/management" search={{ note: row.noteId }} className={linkClass}>
                Open note
              </Link>
            </>
          )}
        </p>
        {row.reason && <p className="wrap-anywhere">{row.reason}</p>}
        <p className="wrap-anywhere text-muted">{row.actorName}</p>
        <p className="text-muted">
          <time dateTime={row.createdAt}>{formatDateTimeZone(row.createdAt, timeZone)}</time>
        </p>
      </td>
      <td className={numberClass}>{formatDelta(row.delta)}</td>
      <td className={clsx(numberClass, Number(row.balanceAfter) < 0 && 'font-medium text-danger-ink')}>
        {formatUnits(row.balanceAfter)}
      </td>
    </tr>
  );
}

function SkeletonEntry() {
  return (
    <tr>
      <td className="py-2.5">
        <Skeleton className="mb-1.5 h-4 w-28" />
        <Skeleton className="h-4 w-44" />
      </td>
      <td className={numberClass}>
        <Skeleton className="ml-auto h-4 w-9" />
      </td>
      <td className={numberClass}>
        <Skeleton className="ml-auto h-4 w-9" />
      </td>
    </tr>
  );
}

const PAGE_SIZE = 8;
const SKELETON_ROWS = 3;

/** The unit history of a client, page by page. */
export function Ledger({ clientId, timeZone }: { clientId: number; timeZone: string }) {
  const { cursor, pagesOf } = useCursorPages(PAGE_SIZE);
  const page = useLedger({ clientId, limit: PAGE_SIZE, cursor });
  if (page.isLoadingError) return <QueryError title="Couldn't load the unit history" query={page} />;
  if (page.data?.total === 0) {
    return <p className="text-sm text-muted">Nothing yet. Units bought and used will appear here.</p>;
  }
  return (
    <>
      <LedgerTable rows={page.data?.rows} timeZone={timeZone} skeletonRows={SKELETON_ROWS} />
      {page.data && page.data.total > PAGE_SIZE && (
        <Pagination {...pagesOf(page.data)} noun="entries" pending={page.isPlaceholderData} />
      )}
    </>
  );
}
