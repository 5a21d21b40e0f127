import { confirmChange } from '#platform/web/confirmChange.ts';
import { useDeleteDocument, type ClientDocument } from '#features/documents/web/queries.ts';

/** Deletes a document with its file after a confirmation. */
export function useDeletion() {
  const deletion = useDeleteDocument();
  return ({ id, originalName }: ClientDocument) =>
    confirmChange({
      title: `Delete ${originalName}?`,
      body: "The file will be deleted for everyone. This can't be undone.",
      change: () => deletion.mutateAsync(id),
      done: 'Document deleted successfully',
      failed: 'Failed to delete document',
    });
}
