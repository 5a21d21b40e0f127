import { Pencil, Settings2, Upload, UserX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/lazyComponent.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { DocumentsCard, UploadDocumentDialog } from '#features/documents/web/public.tsx';
import type { Client } from '#features/clients/web/queries.ts';
import { ClientDetails } from './ClientDetails.tsx';
import { ManageClient } from './ManageClient.tsx';
import { useLast } from '#platform/web/useLast.ts';

export type ClientView = 'details' | 'manage' | 'documents';

type ClientDialogsProps = OpenState & {
  /** The open client; 'gone' for one that is not in the list, null for none. */
  client: Client | 'gone' | null;
  view: ClientView;
  timeZone: string;
  onClose: () => void;
  onManage: (client: Client) => void;
  onDocuments: (client: Client) => void;
  onEdit: (client: Client) => void;
};

const sizes = { details: 'md', manage: 'xl', documents: 'lg' } as const;

const titleOf = (view: ClientView, { contactName }: Client): string =>
  ({ details: contactName, manage: `Manage ${contactName}`, documents: `Documents for ${contactName}` })[
    view
  ];

/**
 * The details, Manage view and documents of a client in one dialog, so that closing any of them returns the focus to
 * the card.
 */
export function ClientDialogs(props: ClientDialogsProps) {
  const { client, timeZone, onClose, onDocuments } = props;
  const isOpen = client !== null && client !== 'gone';
  const current = useLast(isOpen ? client : null);
  const view = useLast(isOpen ? props.view : null) ?? 'details';
  const [uploading, setUploading] = useState(false);
  const close = (open: boolean) => !open && onClose();
  return (
    <>
      {current && (
        <Dialog
          open={isOpen}
          onOpenChange={close}
          size={sizes[view]}
          title={titleOf(view, current)}
          footer={<Actions {...props} client={current} view={view} onUpload={() => setUploading(true)} />}
        >
          {view === 'details' && (
            <ClientDetails client={current} timeZone={timeZone} onDocuments={() => onDocuments(current)} />
          )}
          {view === 'manage' && <ManageClient client={current} timeZone={timeZone} />}
          {view === 'documents' && (
            <DocumentsCard client={current} timeZone={timeZone} editable={current.can.edit} />
          )}
          <UploadDocumentDialog client={current} open={uploading} onOpenChange={setUploading} />
        </Dialog>
      )}
      <GoneDialog open={client === 'gone'} onOpenChange={close} />
    </>
  );
}

type ActionsProps = Omit<ClientDialogsProps, 'client'> & { client: Client; onUpload: () => void };

/** The buttons in the footer of each view. */
function Actions({ client, view, onEdit, onUpload, onManage, onClose }: ActionsProps) {
  const { edit } = client.can;
  return (
    <>
      {edit && view !== 'documents' && (
        <Button icon={<Pencil aria-hidden />} onClick={() => onEdit(client)}>
          Edit Client
        </Button>
      )}
      {edit && view === 'details' && (
        <Button icon={<Upload aria-hidden />} onClick={onUpload}>
          Upload Doc
        </Button>
      )}
      {view === 'manage' ? (
        <Button key="done" variant="primary" onClick={onClose}>
          Done
        </Button>
      ) : (
        <Button
          key="manage"
          variant="primary"
          icon={<Settings2 aria-hidden />}
          onClick={() => onManage(client)}
        >
          Manage
        </Button>
      )}
    </>
  );
}

function GoneDialog({ open, onOpenChange }: OpenState) {
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
        title="This client no longer exists"
        body="A colleague may have deleted the client. Notes and unit history are kept."
      />
    </Dialog>
  );
}
