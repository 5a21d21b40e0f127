import { InvoicesOfClient } from '#features/invoices/web/public.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The invoices that have visits of a client. */
export function ClientInvoicesPage() {
  return <ClientRecord tab="Invoices">{({ id }) => <InvoicesOfClient clientId={id} />}</ClientRecord>;
}
