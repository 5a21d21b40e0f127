import { unitsLabel } from '#features/services/rules.ts';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { useUser } from '#features/sessions/web/queries.ts';
import { REASON_MAX, noteHeading } from '#features/notes/rules.ts';
import { formatWorkTime, SELF_REVIEW } from '#features/notes/web/list/noteLabels.ts';
import type { Decision } from './ManagementTable.tsx';
import { useReview } from './useReview.ts';

type DecisionDialogProps = {
  /** The decision to confirm; it stays while the dialog closes. */
  decision: Decision | null;
  open: boolean;
  onClose: () => void;
  reason: string;
  onReason: (reason: string) => void;
  /** The pending note to decide next, whose Approve button gets the focus. */
  nextId: number | undefined;
};

/** Confirms approving or denying a note from the list. */
export function DecisionDialog({ decision, open, onClose, reason, onReason, nextId }: DecisionDialogProps) {
  const user = useUser();
  const { review, running } = useReview();
  const [focusId, setFocusId] = useState<number>();
  const denying = decision?.kind === 'deny';
  const text = reason.trim();
  async function confirm() {
    if (!decision) return;
    const { note, kind } = decision;
    const sent = await review(
      note,
      kind === 'deny' ? { action: 'deny', reason: text } : { action: 'approve' },
    );
    if (!sent) return;
    onReason('');
    setFocusId(nextId);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="sm"
      returnFocus={() => document.querySelector<HTMLElement>(`[data-approve="${focusId}"]`)}
      title={denying ? 'Deny note' : 'Approve note'}
      description={decision?.note.authorId === user.id ? SELF_REVIEW : 'The employee is notified.'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={denying ? 'danger' : 'primary'}
            disabled={denying && text === ''}
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
            <Field
              label="Reason for denial"
              required
              hint={
                text === ''
                  ? 'Enter a reason to deny this note. The employee will see it.'
                  : 'The employee will see this.'
              }
              counter={{ used: text.length, limit: REASON_MAX }}
            >
              <TextArea
                value={reason}
                rows={4}
                maxLength={REASON_MAX}
                onChange={(event) => onReason(event.target.value)}
              />
            </Field>
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
