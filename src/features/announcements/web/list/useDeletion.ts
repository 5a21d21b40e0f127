import { confirmChange } from '#platform/web/confirmChange.ts';
import { shorten } from '#platform/web/format.ts';
import { useDeleteAnnouncement, type Announcement } from '#features/announcements/web/queries.ts';

/** Length of the preview in the confirmation, in characters. */
const PREVIEW = 100;

/** Deletes an announcement after a confirmation. */
export function useDeletion() {
  const deletion = useDeleteAnnouncement();
  return ({ id, title, content }: Announcement) =>
    confirmChange({
      title: 'Delete announcement?',
      body: `${title}: ${shorten(content, PREVIEW)}`,
      change: () => deletion.mutateAsync(id),
      done: 'Announcement deleted successfully',
      failed: 'Failed to delete announcement',
    });
}
