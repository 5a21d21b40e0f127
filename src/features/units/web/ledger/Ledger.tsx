import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { useLedger } from '#features/units/web/queries.ts';
import { LedgerTable } from './LedgerTable.tsx';

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
