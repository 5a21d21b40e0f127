import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { failureToast } from '#platform/web/failureToast.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { clientQuery, useChangeClient, useCreateClient, type Client } from '#features/clients/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { changesOf, type ClientOutput } from './clientForm.ts';
import { CLIENT_FORM, ClientForm } from './ClientForm.tsx';

type ClientFormDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The client to change, or null for a new one. */
  clientId: number | null;
};

/** Add New Client and Edit Client. */
export function ClientFormDialog({ open, onOpenChange, clientId }: ClientFormDialogProps) {
  const { save, pending } = useSaveClient();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={clientId === null ? 'Add New Client' : 'Edit Client'}
      form={CLIENT_FORM}
      submit={clientId === null ? 'Create Client' : 'Update Client'}
      pending={pending}
    >
      <ClientLoader
        clientId={clientId}
        onSave={async (values, before) => {
          await save(values, before);
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

type LoaderProps = Pick<ClientFormDialogProps, 'clientId'> &
  Pick<ComponentProps<typeof ClientForm>, 'onSave'>;

/** Loads the client, because lists have no codes. */
function ClientLoader({ clientId, onSave }: LoaderProps) {
  const user = useUser();
  const client = useQuery({ ...clientQuery(clientId ?? 0), enabled: clientId !== null });
  if (clientId === null || client.data)
    return <ClientForm client={client.data ?? null} userId={user.id} onSave={onSave} />;
  if (client.isPending) return <SkeletonText lines={8} />;
  return <QueryError title="Couldn't load the client" query={client} fallback="It may have been deleted." />;
}

function useSaveClient() {
  const create = useCreateClient();
  const change = useChangeClient();
  const { keyFor, done } = useIdempotencyKey();
  async function save(values: ClientOutput, before: Client | null) {
    try {
      if (before) await change.mutateAsync({ id: before.id, body: changesOf(before, values) });
      else await create.mutateAsync({ body: values, idempotencyKey: keyFor(values) });
    } catch (error) {
      failureToast(error, before ? 'Failed to update client' : 'Failed to create client', 'instead');
      throw error;
    }
    done();
    toast({ title: before ? 'Client updated successfully' : 'Client created successfully' });
  }
  return { save, pending: create.isPending || change.isPending };
}
