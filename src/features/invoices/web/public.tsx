import { FileText } from 'lucide-react';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Pagination } from '#platform/web/ui/Pagination.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { useCursorPages } from '#platform/web/useCursorPages.ts';
import { InvoiceTable } from './list/InvoiceTable.tsx';
import { useInvoices } from './queries.ts';

const PAGE_SIZE = 50;

/** The invoices that have visits of a client, newest first. */
export function InvoicesOfClient({ clientId }: { clientId: number }) {
  const { cursor, pagesOf } = useCursorPages();
  const invoices = useInvoices({ clientId: String(clientId), cursor, limit: PAGE_SIZE });
  if (invoices.isError) return <QueryError title="Couldn't load the invoices" query={invoices} />;
  return (
    <div className="min-w-0">
      <InvoiceTable
        rows={invoices.data?.rows}
        empty={
          <EmptyState
            icon={<FileText />}
            title="No invoices"
            body="Invoices with visits of this client appear here. Create them under Billing."
          />
        }
      />
      {invoices.data && invoices.data.total > PAGE_SIZE && (
        <Pagination {...pagesOf(invoices.data)} noun="invoices" />
      )}
    </div>
  );
}
