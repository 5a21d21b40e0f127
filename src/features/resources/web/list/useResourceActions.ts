import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useChangeResource, useDeleteResource } from '#features/resources/web/queries.ts';
import type { Resource } from '#features/resources/web/queries.ts';

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
  async function remove({ id, title, kind }: Resource) {
    const sure = await confirm({
      title: `Delete ${title}?`,
      body:
        kind === 'file'
          ? "The file will be deleted for everyone. This can't be undone. Archive it to keep it."
          : "The link will be deleted for everyone. This can't be undone. Archive it to keep it.",
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await deletion.mutateAsync(id);
      toast({ title: 'Success', description: 'Resource deleted successfully' });
    } catch (error) {
      failureToast(error, 'Failed to delete resource');
    }
  }
  return { setStatus, remove };
}
