import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { MenuItem, MenuLabel, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { useCanOpen } from '#app/web/useScreens.ts';
import { clientsQuery, type Client } from '#features/clients/web/queries.ts';

type Picking = { onPick: (client: Client) => void };

/** The items of the clients menu. */
export function ClientItems({ onPick }: Picking) {
  const isManager = useIsManager();
  const canOpen = useCanOpen();
  return (
    <>
      <MenuLabel>{isManager ? 'All clients' : 'Your clients'}</MenuLabel>
      <All onPick={onPick} />
      {isManager && canOpen('/clients') && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowRight aria-hidden />} render={(props) => <Link to="/clients" {...props} />}>
            Manage all clients
          </MenuItem>
        </>
      )}
    </>
  );
}

/** Fetches the clients when the menu opens. */
function All({ onPick }: Picking) {
  const isManager = useIsManager();
  const clients = useQuery(clientsQuery());
  if (clients.isError) {
    return <MenuItem onSelect={() => void clients.refetch()}>Couldn’t load clients. Try again</MenuItem>;
  }
  if (!clients.data) return <p className="px-2.5 py-2 text-sm text-muted">Loading</p>;
  if (clients.data.length === 0) {
    return (
      <p className="px-2.5 py-2 text-sm text-muted">
        {isManager ? 'No clients yet' : 'No clients assigned to you yet.'}
      </p>
    );
  }
  return clients.data.map((client) => (
    <MenuItem key={client.id} onSelect={() => onPick(client)}>
      <span className="block truncate font-medium">{client.companyName}</span>
      <span className="block truncate text-xs text-muted">{client.contactName}</span>
    </MenuItem>
  ));
}
