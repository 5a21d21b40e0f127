import { InvoicesOfClient } from '#features/invoices/web/public.tsx';
import { StatementButton } from '#features/statements/web/public.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The invoices that have visits of a client, and the client's statement. */
export function ClientInvoicesPage() {
  return (
    <ClientRecord tab="Invoices">
      {(client) => (
        <div className="grid gap-5">
          <div className="flex justify-end">
            <StatementButton client={client} />
          </div>
          <InvoicesOfClient clientId={client.id} />
        </div>
      )}
    </ClientRecord>
  );
}
