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

/** Load Draft: lists the saved drafts to load or delete. */
export function DraftsDialog({ open, onOpenChange, ...list }: DraftsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Load draft"
      description="Drafts don't keep the client's signature; they'll sign again."
    >
      {open && <DraftList {...list} />}
    </Dialog>
  );
}

/** Save Draft: asks for a name and saves over the loaded draft or a new one. */
export function SaveDraftDialog({ open, ...props }: SaveDraftProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onOpenChange}
      size="sm"
      title="Save draft"
      description="You'll find it under Load Draft. The client signs before you submit."
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
