import { Contact } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { lazyMenuItems, Menu, type TriggerProps } from '#platform/web/ui/Menu.tsx';
import type { Client } from '#features/clients/web/queries.ts';

const ClientDialog = lazyDialog(async () => (await import('./ClientDialog.tsx')).ClientDialog);
const ClientItems = lazyMenuItems(async () => (await import('./ClientItems.tsx')).ClientItems);

const clientsButton = (props: TriggerProps) => (
  <Button {...props} variant="ghost" icon={<Contact aria-hidden />} className="touch-target max-xl:px-2.5">
    <span className="max-xl:sr-only">Clients</span>
  </Button>
);

/** The menu of clients: all for managers, the assigned ones for employees. */
export function ClientsMenu() {
  const [client, setClient] = useState<Client | null>(null);
  const [open, setOpen] = useState(false);
  const show = (next: Client) => {
    setClient(next);
    setOpen(true);
  };
  return (
    <>
      <Menu label="Clients" align="end" className="w-72" trigger={clientsButton}>
        <ClientItems onPick={show} />
      </Menu>
      {client && <ClientDialog client={client} open={open} onOpenChange={setOpen} />}
    </>
  );
}
