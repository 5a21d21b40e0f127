import { Link } from '@tanstack/react-router';
import { Pencil, Printer, Settings2, Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { AuthorizationsPanel } from '#features/clients/web/authorizations/AuthorizationsPanel.tsx';
import { useAuthorizations } from '#features/clients/web/authorizations/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';
import { UploadDocumentDialog } from '#features/documents/web/public.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { useCanOpen } from '#app/web/useScreens.ts';
import { ClientAttention } from './ClientAttention.tsx';
import { ClientOverview } from './ClientOverview.tsx';
import { ClientRecord } from './ClientRecord.tsx';

const ClientFormDialog = lazyDialog(
  async () => (await import('#features/clients/web/form/ClientFormDialog.tsx')).ClientFormDialog,
);

/** The overview of a client's record, which prints with the client's authorizations. */
export function ClientOverviewPage() {
  const [printing, setPrinting] = useState(false);
  const stopPrinting = useCallback(() => setPrinting(false), []);
  return (
    <ClientRecord>
      {(client) => (
        <div className="grid gap-5">
          <Actions client={client} onPrint={() => setPrinting(true)} />
          <ClientAttention client={client} />
          <ClientOverview client={client} />
          {printing && <PrintedAuthorizations client={client} onPrinted={stopPrinting} />}
        </div>
      )}
    </ClientRecord>
  );
}

function Actions({ client, onPrint }: { client: Client; onPrint: () => void }) {
  const canOpen = useCanOpen();
  const [editing, setEditing] = useState(false);
  const [uploading, setUploading] = useState(false);
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:flex-1 print:hidden">
      {client.can.edit && (
        <>
          <Button icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
            Edit Client
          </Button>
          <Button icon={<Upload aria-hidden />} onClick={() => setUploading(true)}>
            Upload Doc
          </Button>
        </>
      )}
      {canOpen('/clients/$clientId/units') && (
        <Link
          to="/clients/$clientId/units"
          params={{ clientId: String(client.id) }}
          className={buttonClass()}
        >
          <Settings2 aria-hidden />
          <span>
            Manage<span className="sr-only"> Client</span>
          </span>
        </Link>
      )}
      <Button icon={<Printer aria-hidden />} className="sm:ml-auto" onClick={onPrint}>
        Print
      </Button>
      <ClientFormDialog clientId={client.id} open={editing} onOpenChange={setEditing} />
      <UploadDocumentDialog client={client} open={uploading} onOpenChange={setUploading} />
    </div>
  );
}

/** Prints the page with the authorizations, once they are loaded. */
function PrintedAuthorizations({ client, onPrinted }: { client: Client; onPrinted: () => void }) {
  const { timeZone } = useUser();
  const { isPending } = useAuthorizations(client.id);
  useEffect(() => {
    if (isPending) return;
    addEventListener('afterprint', onPrinted);
    window.print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [isPending, onPrinted]);
  return (
    <div data-printed-authorizations className="hidden print:block">
      <AuthorizationsPanel client={client} timeZone={timeZone} />
    </div>
  );
}
