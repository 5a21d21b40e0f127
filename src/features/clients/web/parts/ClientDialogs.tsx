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

/** The detail dialog, which becomes the Manage dialog: one window, so that the focus knows its way back to the card. */
export function ClientDialogs({ client, view, timeZone, onClose, onManage, onEdit }: ClientDialogsProps) {
  const there = client !== null && client !== 'gone';
  const shown = useLast(there ? client : null);
  const manages = useLast(there ? view : null) === 'manage';
  const close = (open: boolean) => !open && onClose();
  return (
    <>
      {shown && (
        <Dialog
          open={there}
          onOpenChange={close}
          size={manages ? 'xl' : 'md'}
          title={manages ? `Manage ${shown.contactName}` : shown.contactName}
          footer={
            <>
              {shown.can.edit && (
                <Button icon={<Pencil aria-hidden />} onClick={() => onEdit(shown)}>
                  Edit Client
                </Button>
              )}
              {manages ? (
                <Button key="done" variant="primary" onClick={onClose}>
                  Done
                </Button>
              ) : (
                <Button
                  key="manage"
                  variant="primary"
                  icon={<Settings2 aria-hidden />}
                  onClick={() => onManage(shown)}
                >
                  Manage
                </Button>
              )}
            </>
          }
        >
          {manages ? <ManageClient client={shown} timeZone={timeZone} /> : <ClientDetails client={shown} />}
        </Dialog>
      )}
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
