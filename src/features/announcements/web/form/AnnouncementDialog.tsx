import { failureToast } from '#platform/web/failureToast.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { toast } from '#platform/web/toast.ts';
import { FormDialog } from '#platform/web/ui/FormDialog.tsx';
import {
  useChangeAnnouncement,
  useCreateAnnouncement,
  type Announcement,
  type AnnouncementBody,
} from '#features/announcements/web/queries.ts';
import { ANNOUNCEMENT_FORM, AnnouncementForm } from './AnnouncementForm.tsx';

type AnnouncementDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The announcement to edit, or null for a new one. */
  announcement: Announcement | null;
};

/** Create Announcement and Edit Announcement. */
export function AnnouncementDialog({ open, onOpenChange, announcement }: AnnouncementDialogProps) {
  const { save, pending } = useSave();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      sticky
      title={announcement ? 'Edit Announcement' : 'Create Announcement'}
      description="Visible to everyone in your business."
      form={ANNOUNCEMENT_FORM}
      submit={announcement ? 'Update Announcement' : 'Create Announcement'}
      pending={pending}
    >
      <AnnouncementForm
        announcement={announcement}
        onSave={async (body, before) => {
          await save(body, before);
          onOpenChange(false);
        }}
      />
    </FormDialog>
  );
}

function useSave() {
  const create = useCreateAnnouncement();
  const change = useChangeAnnouncement();
  const attempt = useIdempotencyKey();
  async function save(body: AnnouncementBody, before: Announcement | null) {
    try {
      if (before) await change.mutateAsync({ id: before.id, body });
      else await create.mutateAsync({ body, idempotencyKey: attempt.keyFor(body) });
    } catch (error) {
      failureToast(error, before ? 'Failed to update announcement' : 'Failed to create announcement');
      throw error;
    }
    attempt.done();
    toast({ title: before ? 'Announcement updated successfully' : 'Announcement created successfully' });
  }
  return { save, pending: create.isPending || change.isPending };
}
