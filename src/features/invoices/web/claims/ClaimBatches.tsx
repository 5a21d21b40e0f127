import { useNavigate } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { formatAmount } from '#platform/contract/decimalFormat.ts';
import { formatDay } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { DataTable } from '#platform/web/ui/DataTable.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import type { Column } from '#platform/web/ui/tableTypes.ts';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { useClaimBatches, type ClaimBatchRow } from '#features/invoices/web/queries.ts';

const NewClaimDialog = lazyDialog(async () => (await import('./NewClaimDialog.tsx')).NewClaimDialog);
const PayersDialog = lazyDialog(
  async () => (await import('#features/invoices/web/payers/PayersDialog.tsx')).PayersDialog,
);

const PAGE_SIZE = 10;

const columns: Column<ClaimBatchRow>[] = [
  {
    key: 'payer',
    header: 'Payer',
    primary: true,
    cell: ({ payerName, id }) => (
      <span className="wrap-anywhere">
        <span className="font-medium">{payerName}</span>
        <span className="block text-xs font-normal text-muted">Batch {id}</span>
      </span>
    ),
  },
  { key: 'period', header: 'Period', cell: ({ from, to }) => `${formatDay(from)} to ${formatDay(to)}` },
  { key: 'lines', header: 'Lines', cell: (row) => formatLines(row) },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => <span className="tabular">{formatAmount(total, currency)}</span>,
  },
];

/** '2 exported, 1 rejected' */
export const formatLines = (row: Pick<ClaimBatchRow, 'exported' | 'accepted' | 'rejected'>): string =>
  (['exported', 'accepted', 'rejected'] as const)
    .filter((state) => row[state] > 0)
    .map((state) => `${row[state]} ${state}`)
    .join(', ');

/** The claim batches, newest first; a row opens one. */
export function ClaimBatches() {
  const [dialog, setDialog] = useState<'new' | 'payers'>();
  const { cursor, pagesOf } = useCursorPages();
  const batches = useClaimBatches({ cursor, limit: PAGE_SIZE });
  const navigate = useNavigate();
  const openState = (name: typeof dialog) => ({
    open: dialog === name,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? name : undefined),
  });
  return (
    <section aria-label="Claim batches" className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <h2 className="font-semibold">Claim batches</h2>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setDialog('payers')}>
            Payers
          </Button>
          <Button size="sm" onClick={() => setDialog('new')}>
            New claim batch
          </Button>
        </div>
      </div>
      {batches.isError ? (
        <QueryError title="Couldn't load the claim batches" query={batches} />
      ) : (
        <>
          <DataTable
            caption="Claim batches"
            columns={columns}
            rows={batches.data?.rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) =>
              void navigate({ to: '/billing/claims/$batchId', params: { batchId: String(id) } })
            }
            empty={
              <EmptyState
                icon={<FileSpreadsheet />}
                title="No claim batches"
                body="A claim batch lists approved visits for a payer as a CSV file."
              />
            }
          />
          {batches.data && batches.data.total > PAGE_SIZE && (
            <Pagination {...pagesOf(batches.data)} noun="claim batches" />
          )}
        </>
      )}
      <NewClaimDialog {...openState('new')} />
      <PayersDialog {...openState('payers')} />
    </section>
  );
}
