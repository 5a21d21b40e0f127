import { confirmChange } from '#platform/web/confirmChange.ts';
import { useArchiveClient, type Client } from '#features/clients/web/queries.ts';

/** Archives a client after a confirmation. Screens call it deleting, so the question lists what is kept. */
export function useArchive() {
  const archive = useArchiveClient();
  return ({ id, contactName, companyName }: Client) =>
    confirmChange({
      title: `Delete ${contactName}?`,
      body: `${contactName} (${companyName}) will disappear from all lists and be unassigned from everyone. Notes and unit history are kept.`,
      change: () => archive.mutateAsync(id),
      done: 'Client deleted successfully',
      failed: 'Failed to delete client',
    });
}
