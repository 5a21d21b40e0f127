import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useDeleteDocument } from '#features/documents/web/queries.ts';
import type { ClientDocument } from '#features/documents/web/queries.ts';

/** Deletes a document with its file after a confirmation. */
export function useDeletion(): (document: ClientDocument) => Promise<void> {
  const deletion = useDeleteDocument();
  return async ({ id, originalName }) => {
    const sure = await confirm({
      title: `Delete ${originalName}?`,
      body: "The file will be deleted for everyone. This can't be undone.",
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await deletion.mutateAsync(id);
      toast({ title: 'Document deleted successfully' });
    } catch (error) {
      failureToast(error, 'Failed to delete document');
    }
  };
}
