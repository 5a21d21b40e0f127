import { useUser } from '#features/sessions/web/queries.ts';
import { AuthorizationsPanel } from '#features/clients/web/authorizations/AuthorizationsPanel.tsx';
import { ClientRecord } from './ClientRecord.tsx';

/** The authorizations of a client. */
export function ClientAuthorizationsPage() {
  const { timeZone } = useUser();
  return (
    <ClientRecord tab="Authorizations">
      {(client) => <AuthorizationsPanel client={client} timeZone={timeZone} />}
    </ClientRecord>
  );
}
