import { DocumentsCard } from '#features/documents/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { ClientRecord } from './ClientRecord.tsx';

/** The documents of a client. */
export function ClientDocumentsPage() {
  const { timeZone } = useUser();
  return (
    <ClientRecord tab="Documents">
      {(client) => <DocumentsCard client={client} timeZone={timeZone} editable={client.can.edit} />}
    </ClientRecord>
  );
}
