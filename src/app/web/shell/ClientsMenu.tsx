import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Contact } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useIsManager } from '../../../features/auth/web/queries.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { lazySoon } from '../../../platform/web/ui/lazySoon.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../platform/web/ui/Menu.tsx';
import type { TriggerProps } from '../../../platform/web/ui/useDisclosure.ts';
import { useFinds } from '../screens.ts';
import { menuClientsQuery } from './clientsQuery.ts';
import type { MenuClient } from './clientsQuery.ts';

const ClientDialog = lazySoon(async () => (await import('./ClientDialog.tsx')).ClientDialog);

const clientsButton = (props: TriggerProps) => (
  <Button {...props} variant="ghost" icon={<Contact aria-hidden />} className="touch-target max-xl:px-2.5">
    <span className="max-xl:sr-only">Clients</span>
  </Button>
);

/** Clients at hand: all for managers, the assigned ones for others. */
export function ClientsMenu() {
  const isManager = useIsManager();
  const finds = useFinds();
  const [shown, setShown] = useState<MenuClient | null>(null);
  const [open, setOpen] = useState(false);
  const show = (client: MenuClient) => {
    setShown(client);
    setOpen(true);
  };
  return (
    <>
      <Menu label="Clients" align="end" className="max-h-96 w-72" trigger={clientsButton}>
        <MenuLabel>{isManager ? 'All clients' : 'Your clients'}</MenuLabel>
        <ClientItems onPick={show} />
        {isManager && finds('/clients') && (
          <>
            <MenuSeparator />
            <MenuItem icon={<ArrowRight aria-hidden />} render={(props) => <Link to="/clients" {...props} />}>
              Manage all clients
            </MenuItem>
          </>
        )}
      </Menu>
      {shown && (
        <Suspense fallback={null}>
          <ClientDialog client={shown} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

/** Inside of the open menu, so that clients are asked for when somebody looks. */
function ClientItems({ onPick }: { onPick: (client: MenuClient) => void }) {
  const isManager = useIsManager();
  const clients = useQuery(menuClientsQuery());
  if (clients.isError) {
    return (
      <MenuItem onSelect={() => void clients.refetch()}>Clients could not be loaded. Try again</MenuItem>
    );
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
