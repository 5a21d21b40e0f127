import { confirmChange } from '#platform/web/confirmChange.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { useChangeResource, useDeleteResource, type Resource } from '#features/resources/web/queries.ts';

const done = {
  active: 'Resource is active again',
  inactive: 'Resource is now inactive',
  archived: 'Resource archived',
};

/** Changes the status of resources and deletes them. */
export function useResourceActions() {
  const change = useChangeResource();
  const deletion = useDeleteResource();
  async function setStatus({ id }: Resource, status: Resource['status']) {
    try {
      await change.mutateAsync({ id, body: { status } });
      toast({ title: 'Success', description: done[status] });
    } catch (error) {
      failureToast(error, 'Failed to update resource');
    }
  }
  const remove = ({ id, title, kind }: Resource) =>
    confirmChange({
      title: `Delete ${title}?`,
      body: `The ${kind === 'file' ? 'file' : 'link'} will be deleted for everyone. This can't be undone. Archive it to keep it.`,
      change: () => deletion.mutateAsync(id),
      done: { title: 'Success', description: 'Resource deleted successfully' },
      failed: 'Failed to delete resource',
    });
  return { setStatus, remove };
}
