import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { noteHeading } from '#features/notes/rules.ts';
import { formatWorkTime, SELF_REVIEW } from '#features/notes/web/labels/public.tsx';
import type { ManagedNoteRow } from '#features/notes/web/queries.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { ReasonText, ReviewReasonFields } from './ReviewReasonFields.tsx';
import { NO_REMARKS, toDenial, type ReviewRemarks } from './reviewRemarks.ts';
import { useApprovalReason } from './useApprovalReason.ts';
import { useReview } from './useReview.ts';
import { useReviewRemarks } from './useReviewRemarks.ts';

export type Decision = { kind: 'approve' | 'deny'; note: ManagedNoteRow };

type DecisionDialogProps = OpenState & {
  /** The decision to confirm; it stays while the dialog closes. */
  decision: Decision | null;
  /** The pending note to decide next, whose Approve button gets the focus. */
  nextId: number | undefined;
};

/** Confirms approving or denying a note from the list. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { decision, open, onOpenChange, nextId } = props;
  const user = useUser();
  const stored = useReviewRemarks(user.id);
  const remarks = stored.remarksOf(decision?.note.id);
  const onRemarks = (next: ReviewRemarks) => decision && stored.setRemarks(decision.note.id, next);
  const { review, running } = useReview();
  const [focusId, setFocusId] = useState<number>();
  const denying = decision?.kind === 'deny';
  const approvalReason = useApprovalReason(decision?.note);
  const needsReason = denying || approvalReason !== null;
  const reason = remarks.text.trim();
  async function confirm() {
    if (!decision) return;
    const { note, kind } = decision;
    const sent = await review(
      note,
      kind === 'deny' ? toDenial(remarks) : { action: 'approve', ...(needsReason && { reason }) },
    );
    if (!sent) return;
    onRemarks(NO_REMARKS);
    setFocusId(nextId);
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      returnFocus={() => document.querySelector<HTMLElement>(`[data-approve="${focusId}"]`)}
      title={denying ? 'Deny note' : 'Approve note'}
      description={decision?.note.authorId === user.id ? SELF_REVIEW : 'The employee is notified.'}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant={denying ? 'danger' : 'primary'}
            disabled={needsReason && reason === ''}
            pending={running !== null}
            onClick={() => void confirm()}
          >
            {denying ? 'Deny' : 'Approve'}
          </Button>
        </>
      }
    >
      {decision && (
        <div className="grid gap-4">
          <Subject note={decision.note} />
          {denying && (
            <ReviewReasonFields
              remarks={remarks}
              onChange={onRemarks}
              label="Reason for denial"
              required
              hint={
                reason === ''
                  ? 'Enter a reason to deny this note. The employee will see it.'
                  : 'The employee will see this.'
              }
            />
          )}
          {!denying && approvalReason && (
            <ReasonText
              remarks={remarks}
              onChange={onRemarks}
              label={approvalReason.label}
              required
              hint={approvalReason.hint}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Subject({ note }: { note: Decision['note'] }) {
  return (
    <p className="text-sm">
      <span className="block font-medium">{noteHeading(note)}</span>
      {note.authorName} for {note.clientContactName} ({note.clientName}), {formatWorkTime(note)},{' '}
      {unitsLabel(Number(note.timeUnitsUsed))}.
    </p>
  );
}
