import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import { useChangeClient, useCreateClient, type Client } from '#features/clients/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { changesOf, type ClientOutput } from './clientForm.ts';
import { CLIENT_FORM, ClientForm } from './ClientForm.tsx';

type ClientFormDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The client to change, or null for a new one. */
  client: Client | null;
};

/** Add New Client and Edit Client. */
export function ClientFormDialog({ open, onOpenChange, client }: ClientFormDialogProps) {
  const user = useUser();
  const { save, pending } = useSaveClient();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={client ? 'Edit Client' : 'Add New Client'}
      form={CLIENT_FORM}
      submit={client ? 'Update Client' : 'Create Client'}
      pending={pending}
    >
      <ClientForm
        client={client}
        userId={user.id}
        onSave={async (values, before) => {
          await save(values, before);
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

function useSaveClient() {
  const create = useCreateClient();
  const change = useChangeClient();
  const { keyFor, done } = useAttemptKey();
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
