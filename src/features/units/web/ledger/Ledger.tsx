import { useState } from 'react';
import { messageOf } from '#platform/web/apiError.ts';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { useLedger } from '#features/units/web/queries.ts';
import { LedgerTable } from './LedgerTable.tsx';

const PAGE = 8;
const FEW_ROWS = 3;

/** The movements of a client's units, page by page. */
export function Ledger({ clientId, timeZone }: { clientId: number; timeZone: string }) {
  /** Cursors of the pages that were turned, the last one shown now. */
  const [turned, setTurned] = useState<readonly string[]>([]);
  const page = useLedger({ clientId, limit: PAGE, cursor: turned.at(-1) });
  if (page.isLoadingError) {
    return (
      <ErrorState
        title="Unit history could not be loaded"
        body={messageOf(page.error, 'Something went wrong on the way.')}
        onRetry={() => void page.refetch()}
        retrying={page.isFetching}
      />
    );
  }
  if (page.data?.total === 0) {
    return (
      <p className="text-sm text-muted">No movements yet. Units that are bought or used will stand here.</p>
    );
  }
  const { rows, total = 0, next } = page.data ?? {};
  const before = turned.length * PAGE;
  return (
    <>
      <LedgerTable rows={rows} timeZone={timeZone} skeletonRows={FEW_ROWS} />
      {total > PAGE && rows && (
        <Pagination
          from={before + 1}
          to={before + rows.length}
          total={total}
          noun="movements"
          pending={page.isPlaceholderData}
          onPrevious={turned.length > 0 ? () => setTurned(turned.slice(0, -1)) : undefined}
          onNext={next ? () => setTurned([...turned, next]) : undefined}
        />
      )}
    </>
  );
}
