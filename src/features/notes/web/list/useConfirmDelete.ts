import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { useDeleteNote, type NoteRow } from '#features/notes/web/queries.ts';

/** Deletes a note after a confirmation. @returns whether it was deleted */
export function useConfirmDelete() {
  const remove = useDeleteNote();
  async function confirmDelete(note: NoteRow): Promise<boolean> {
    const body =
      note.status === 'resolved'
        ? `'${noteHeading(note)}' was approved. Its units and hours still count.`
        : `'${noteHeading(note)}' will be deleted, and its units return to the client.`;
    const title = 'Are you sure you want to delete this note?';
    if (!(await confirm({ title, body, confirmLabel: 'Delete', danger: true }))) return false;
    try {
      await remove.mutateAsync(note.id);
      toast({ title: 'Note deleted successfully' });
      return true;
    } catch (error) {
      if (isSessionExpired(error)) return false;
      const description = messageOf(error, 'Please try again.');
      toast({ title: 'Failed to delete note', description, variant: 'destructive' });
      return false;
    }
  }
  return { confirmDelete, deleting: remove.isPending ? remove.variables : null };
}
