import { Pencil, Settings2, UserX } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { Client } from '../queries.ts';
import { ClientDetails } from './ClientDetails.tsx';
import { ManageClient } from './ManageClient.tsx';
import { useLast } from './useLast.ts';

export type ClientView = 'details' | 'manage';

type ClientDialogsProps = {
  /** The open client; 'gone' for one that is not in the list, null for none. */
  client: Client | 'gone' | null;
  view: ClientView;
  timeZone: string;
  onClose: () => void;
  onManage: (client: Client) => void;
  onEdit: (client: Client) => void;
};

/** The detail dialog and the Manage dialog of a client. */
export function ClientDialogs({ client, view, timeZone, onClose, onManage, onEdit }: ClientDialogsProps) {
  const last = useLast(client === 'gone' ? null : client);
  const close = (open: boolean) => !open && onClose();
  const there = client !== null && client !== 'gone';
  const edit = last?.can.edit && (
    <Button icon={<Pencil aria-hidden />} onClick={() => onEdit(last)}>
      Edit Client
    </Button>
  );
  return (
    <>
      <Dialog
        open={there && view === 'details'}
        onOpenChange={close}
        title={last?.contactName}
        footer={
          <>
            {edit}
            {last && (
              <Button variant="primary" icon={<Settings2 aria-hidden />} onClick={() => onManage(last)}>
                Manage
              </Button>
            )}
          </>
        }
      >
        {last && <ClientDetails client={last} />}
      </Dialog>
      <Dialog
        open={there && view === 'manage'}
        onOpenChange={close}
        size="xl"
        title={`Manage ${last?.contactName}`}
        footer={
          <>
            {edit}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        {last && <ManageClient client={last} timeZone={timeZone} />}
      </Dialog>
      <GoneDialog open={client === 'gone'} onOpenChange={close} />
    </>
  );
}

function GoneDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Client not found"
      footer={<Button onClick={() => onOpenChange(false)}>Show all clients</Button>}
    >
      <EmptyState
        icon={<UserX />}
        title="This client is not there any more"
        body="A colleague may have deleted it. Its notes and unit history stay."
      />
    </Dialog>
  );
}
