import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { prefetchQuery } from '#platform/web/queries.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { SegmentedControl } from '#platform/web/ui/SegmentedControl.tsx';
import { useMediaQuery } from '#platform/web/useMediaQuery.ts';
import { AT_A_GLANCE, filterClients, type ClientFilter } from '#features/clients/web/list/clientFilter.ts';
import { ClientFilters } from '#features/clients/web/list/ClientFilters.tsx';
import { ClientList } from '#features/clients/web/list/ClientList.tsx';
import { useArchive } from '#features/clients/web/list/useArchive.ts';
import { clientsQuery, useClients, type Client } from '#features/clients/web/queries.ts';
import { UploadDocumentDialog } from '#features/documents/web/public.tsx';
import { lastVisitsQuery } from '#features/notes/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';

const ClientFormDialog = lazyDialog(
  async () => (await import('#features/clients/web/form/ClientFormDialog.tsx')).ClientFormDialog,
);

const layouts = [
  { value: 'table', label: 'Table' },
  { value: 'cards', label: 'Cards' },
] as const;

/** Client Management: all clients with their units, and the dialogs of each. */
export function ClientsPage() {
  const { timeZone } = useUser();
  const clients = useClients();
  const { q, status, state, sort, layout } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const form = useClientForm();
  const archive = useArchive();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const all = clients.data ?? [];
  const hasMany = all.length > AT_A_GLANCE;
  const isTable = isWide && hasMany && layout === undefined;
  const visits = useQuery({ ...lastVisitsQuery(), enabled: isTable });
  const [uploadTo, setUploadTo] = useState<Client | null>(null);
  const [uploading, setUploading] = useState(false);
  const matches = filterClients(all, { q, status, state, sort });
  const show = (change: ClientFilter & { layout?: 'cards' | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        {hasMany && (
          <ClientFilters
            filter={{ q, status, state, sort }}
            onChange={show}
            matches={matches.length}
            total={all.length}
          />
        )}
        {isWide && hasMany && (
          <SegmentedControl
            legend="Layout"
            hideLegend
            className="ml-auto"
            value={layout ?? 'table'}
            onChange={(value) => show({ layout: value === 'cards' ? value : undefined })}
            options={layouts}
          />
        )}
        <Button
          variant="primary"
          icon={<Plus aria-hidden />}
          className="max-lg:ml-auto max-sm:order-first max-sm:w-full"
          onClick={form.add}
        >
          Add Client
        </Button>
      </div>
      <ClientList
        layout={isTable ? 'table' : 'cards'}
        matches={matches}
        lastVisits={visits.data && new Map(visits.data.map(({ clientId, day }) => [clientId, day]))}
        timeZone={timeZone}
        onAdd={form.add}
        onClearFilter={() => show({ q: undefined, status: undefined, state: undefined })}
        onUpload={(client) => {
          setUploadTo(client);
          setUploading(true);
        }}
        onEdit={form.edit}
        onRemove={(client) => void archive(client)}
      />
      {uploadTo && <UploadDocumentDialog client={uploadTo} open={uploading} onOpenChange={setUploading} />}
      <ClientFormDialog open={form.open} onOpenChange={form.setOpen} clientId={form.client?.id ?? null} />
    </>
  );
}

ClientsPage.prefetch = () => prefetchQuery(clientsQuery());

/** The client form's state. `?action=add` opens it for a new client and is then removed from the URL. */
function useClientForm() {
  const { action } = useSearch({ from: '/clients' });
  const navigate = useNavigate({ from: '/clients' });
  const [client, setClient] = useState<Client | null>(null);
  const [open, setOpen] = useState(false);
  function openForm(about: Client | null) {
    setClient(about);
    setOpen(true);
  }
  if (action === 'add' && !open) openForm(null);
  useEffect(() => {
    if (action === 'add') void navigate({ search: {}, replace: true });
  }, [action, navigate]);
  return { client, open, setOpen, add: () => openForm(null), edit: (about: Client) => openForm(about) };
}
