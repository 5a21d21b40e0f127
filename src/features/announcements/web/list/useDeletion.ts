import { failureToast } from '#platform/web/failureToast.ts';
import { shorten } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { Announcement } from '#features/announcements/web/queries.ts';
import { useDeleteAnnouncement } from '#features/announcements/web/queries.ts';

/** Length of the preview in the confirmation, in characters. */
const PREVIEW = 100;

/** Deletes an announcement after a confirmation. */
export function useDeletion() {
  const remove = useDeleteAnnouncement();
  return async function askAndDelete({ id, title, content }: Announcement): Promise<void> {
    const sure = await confirm({
      title: 'Delete announcement?',
      body: `${title}: ${shorten(content, PREVIEW)}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return;
    try {
      await remove.mutateAsync(id);
      toast({ title: 'Announcement deleted successfully' });
    } catch (error) {
      failureToast(error, 'Failed to delete announcement');
    }
  };
}
