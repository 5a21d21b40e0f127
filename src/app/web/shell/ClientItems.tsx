import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { MenuItem, MenuLabel, MenuRows, MenuSeparator } from '#platform/web/ui/Menu.tsx';
import { clientsQuery } from '#features/clients/web/queries.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';
import { useCanOpen } from '#app/web/useScreens.ts';

/** The items of the clients menu; each links to a client's record. */
export function ClientItems() {
  const isManager = useIsManager();
  const canOpen = useCanOpen();
  const clients = useQuery(clientsQuery());
  return (
    <>
      <MenuLabel>{isManager ? 'All clients' : 'Your clients'}</MenuLabel>
      <MenuRows
        query={clients}
        nameOf={({ companyName }) => companyName}
        failed="Couldn’t load clients"
        empty={isManager ? 'No clients yet' : 'No clients assigned to you yet.'}
      >
        {(client) => (
          <MenuItem
            key={client.id}
            render={(props) => (
              <Link to="/clients/$clientId" params={{ clientId: String(client.id) }} {...props} />
            )}
          >
            <span className="block truncate font-medium">{client.companyName}</span>
            <span className="block truncate text-xs text-muted">{client.contactName}</span>
          </MenuItem>
        )}
      </MenuRows>
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
