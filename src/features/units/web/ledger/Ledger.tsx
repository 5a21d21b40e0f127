import { useState } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { useLedger } from '#features/units/web/queries.ts';
import { LedgerTable } from './LedgerTable.tsx';

const PAGE = 8;
const FEW_ROWS = 3;

/** The unit history of a client, page by page. */
export function Ledger({ clientId, timeZone }: { clientId: number; timeZone: string }) {
  /** Cursors of the pages after the first, the current page last. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const page = useLedger({ clientId, limit: PAGE, cursor: cursors.at(-1) });
  if (page.isLoadingError) {
    return (
      <ErrorState
        title="Couldn't load the unit history"
        body={messageOf(page.error, 'Something went wrong. Please try again.')}
        onRetry={() => void page.refetch()}
        retrying={page.isFetching}
      />
    );
  }
  if (page.data?.total === 0) {
    return <p className="text-sm text-muted">Nothing yet. Units bought and used will appear here.</p>;
  }
  const { rows, total = 0, next } = page.data ?? {};
  const offset = cursors.length * PAGE;
  return (
    <>
      <LedgerTable rows={rows} timeZone={timeZone} skeletonRows={FEW_ROWS} />
      {total > PAGE && rows && (
        <Pagination
          from={offset + 1}
          to={offset + rows.length}
          total={total}
          noun="entries"
          pending={page.isPlaceholderData}
          onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
          onNext={next ? () => setCursors([...cursors, next]) : undefined}
        />
      )}
    </>
  );
}
