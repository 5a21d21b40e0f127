import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useArchiveClient } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';

/** Archives a client after a confirmation. Screens call it deleting, so the question lists what is kept. */
export function useArchive(): (client: Client) => Promise<void> {
  const archive = useArchiveClient();
  return async (client) => {
    const sure = await confirm({
      title: `Delete ${client.contactName}?`,
      body: `${client.contactName} (${client.companyName}) will disappear from all lists and be unassigned from everyone. Notes and unit history are kept.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await archive.mutateAsync(client.id);
      toast({ title: 'Client deleted successfully' });
    } catch (error) {
      failureToast(error, 'Failed to delete client');
    }
  };
}
