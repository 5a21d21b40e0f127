import { Contact } from 'lucide-react';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyMenuItems, Menu } from '#platform/web/ui/Menu.tsx';
import type { TriggerProps } from '#platform/web/ui/menuItems.ts';

const ClientItems = lazyMenuItems(async () => (await import('./ClientItems.tsx')).ClientItems);

const clientsButton = (props: TriggerProps) => (
  <Button {...props} variant="ghost" icon={<Contact aria-hidden />} className="touch-target max-xl:px-2.5">
    <span className="max-xl:sr-only">Clients</span>
  </Button>
);

/** The menu of clients: all for managers, the assigned ones for employees. */
export const ClientsMenu = () => (
  <Menu label="Clients" align="end" className="w-72" trigger={clientsButton}>
    <ClientItems />
  </Menu>
);
