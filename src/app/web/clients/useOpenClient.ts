import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Client } from '#features/clients/web/queries.ts';

/** The client and view in the URL; 'gone' if the client is not in the list. */
export function useOpenClient(clients: readonly Client[] | undefined) {
  const { client: id, view } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const match = clients?.find((client) => client.id === id);
  // Opening adds a history entry, so that Back closes it; changing the view replaces the entry.
  const go = (client: number | undefined, nextView: 'manage' | 'documents' | undefined, replace: boolean) =>
    void navigate({ search: (old) => ({ ...old, client, view: nextView }), replace, resetScroll: false });
  return {
    client: match ?? (clients && id !== undefined ? ('gone' as const) : null),
    view: view ?? ('details' as const),
    show: (client: Client) => go(client.id, undefined, false),
    manage: (client: Client) => go(client.id, 'manage', true),
    documents: (client: Client, replace = false) => go(client.id, 'documents', replace),
    close: () => go(undefined, undefined, true),
  };
}
