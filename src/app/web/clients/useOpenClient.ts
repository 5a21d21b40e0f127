import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Client } from '#features/clients/web/queries.ts';

/** The client that the address opens, as its details or in the Manage dialog; 'gone' if it is not in the list. */
export function useOpenClient(clients: readonly Client[] | undefined) {
  const { client: id, view } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const found = clients?.find((client) => client.id === id);
  // Opening is a step that the browser's Back takes away; what follows takes its place.
  const go = (client: number | undefined, shown: 'manage' | 'documents' | undefined, replace: boolean) =>
    void navigate({ search: (old) => ({ ...old, client, view: shown }), replace, resetScroll: false });
  return {
    client: found ?? (clients && id !== undefined ? ('gone' as const) : null),
    view: view ?? ('details' as const),
    show: (client: Client) => go(client.id, undefined, false),
    manage: (client: Client) => go(client.id, 'manage', true),
    documents: (client: Client, replace = false) => go(client.id, 'documents', replace),
    close: () => go(undefined, undefined, true),
  };
}
