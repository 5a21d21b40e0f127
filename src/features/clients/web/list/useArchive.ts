import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useArchiveClient } from '#features/clients/web/queries.ts';
import type { Client } from '#features/clients/web/queries.ts';

/** Asks, then archives a client: people call it deleting, so the question says what stays. */
export function useArchive(): (client: Client) => Promise<void> {
  const archive = useArchiveClient();
  return async (client) => {
    const sure = await confirm({
      title: `Delete ${client.contactName}?`,
      body: `${client.contactName} (${client.companyName}) leaves every list, and nobody is assigned any more. Notes and unit history stay.`,
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
