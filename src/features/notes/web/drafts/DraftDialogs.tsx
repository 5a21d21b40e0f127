/** What other features show of drafts. */
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { DraftList } from './DraftList.tsx';
import { SAVE_DRAFT_FORM as FORM, SaveDraftForm } from './SaveDraftForm.tsx';
import type { SaveDraftProps } from './SaveDraftForm.tsx';
import type { DraftRow } from './queries.ts';

type DraftsDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  timeZone: string;
  /** The draft that is being loaded. */
  loading: number | undefined;
  onLoad: (draft: DraftRow) => void;
  onDeleted: (id: number) => void;
};

/** Load Draft: the saved drafts, to load or to delete. */
export function DraftsDialog({ open, onOpenChange, ...list }: DraftsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Load draft"
      description="The client's signature is not part of a draft: the client signs anew."
    >
      {open && <DraftList {...list} />}
    </Dialog>
  );
}

/** Save Draft: asks for a name; saves over the loaded draft, or a new one. */
export function SaveDraftDialog({ open, ...props }: SaveDraftProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onOpenChange}
      size="sm"
      title="Save draft"
      description="You find it again under Load Draft. The client signs when you submit."
      footer={<SaveButtons again={props.loaded !== undefined} />}
    >
      {open && <SaveDraftForm key={props.loaded?.id ?? 0} {...props} />}
    </Dialog>
  );
}

function SaveButtons({ again }: { again: boolean }) {
  if (!again) {
    return (
      <Button variant="primary" type="submit" form={FORM} value="new">
        Save Draft
      </Button>
    );
  }
  return (
    <>
      <Button type="submit" form={FORM} value="new">
        Save as new
      </Button>
      <Button variant="primary" type="submit" form={FORM} value="over">
        Save over draft
      </Button>
    </>
  );
}
