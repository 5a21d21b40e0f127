import { useState } from 'react';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { lazyDialog, type OpenState } from '#platform/web/ui/lazyComponent.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { PaletteBox } from './PaletteBox.tsx';

const ClientDialog = lazyDialog(async () => (await import('#app/web/shell/ClientDialog.tsx')).ClientDialog);

/** The command palette: finds screens, clients, people and notes. */
export function Palette({ open, onOpenChange }: OpenState) {
  const [client, setClient] = useState<Client | null>(null);
  const [showing, setShowing] = useState(false);
  function showClient(next: Client) {
    setClient(next);
    setShowing(true);
  }
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} title="Find anything" typing>
        <PaletteBox onShowClient={showClient} onDone={() => onOpenChange(false)} />
      </Dialog>
      {client && <ClientDialog client={client} open={showing} onOpenChange={setShowing} />}
    </>
  );
}
