import { isSessionExpired } from '#platform/web/apiError.ts';
import { shorten } from '#platform/web/format.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { useDeleteMessage, type Message } from '#features/mail/web/queries.ts';

/** Length of the preview in the confirmation, in characters. */
const PREVIEW = 100;

/** Deletes a message after a confirmation; resolves to whether it was deleted. */
export function useDeletion() {
  const remove = useDeleteMessage();
  async function askAndDelete(message: Message, onDeleting: (isDeleting: boolean) => void): Promise<boolean> {
    const sure = await confirm({
      title: 'Delete your copy of this message?',
      body: `${message.subject}: ${shorten(message.content, PREVIEW)}`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!sure) return false;
    onDeleting(true);
    try {
      await remove.mutateAsync(message.id);
      toast({ title: 'Message deleted' });
      return true;
    } catch (error) {
      onDeleting(false);
      if (isSessionExpired(error)) return false;
      const description = 'Failed to delete message. Please try again.';
      toast({ title: 'Error', description, variant: 'destructive' });
      return false;
    }
  }
  return { askAndDelete, deleting: remove.isPending };
}
