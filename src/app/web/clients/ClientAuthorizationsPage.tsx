import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AuthorizationsPanel } from '#features/clients/web/authorizations/AuthorizationsPanel.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { ClientRecord } from './ClientRecord.tsx';

/** The authorizations of a client. */
export function ClientAuthorizationsPage() {
  const { clientId } = useParams({ from: '/clients/$clientId/authorizations' });
  // Back can lead from one client to another: the form of one does not open for the other.
  return <Authorizations key={clientId} />;
}

function Authorizations() {
  const { timeZone } = useUser();
  const isAddRequested = useIsAddRequested();
  return (
    <ClientRecord tab="Authorizations">
      {(client) => (
        <AuthorizationsPanel client={client} timeZone={timeZone} isAddRequested={isAddRequested} />
      )}
    </ClientRecord>
  );
}

/** Reads `?action=add` once and removes it from the URL, so that Back does not open the form again. */
function useIsAddRequested(): boolean {
  const { action } = useSearch({ from: '/clients/$clientId/authorizations' });
  const navigate = useNavigate({ from: '/clients/$clientId/authorizations' });
  const [isRequested] = useState(action === 'add');
  useEffect(() => {
    if (action === 'add') void navigate({ search: {}, replace: true });
  }, [action, navigate]);
  return isRequested;
}
