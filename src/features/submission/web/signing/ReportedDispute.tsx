import { useFormContext } from 'react-hook-form';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { ClientSigningDispute } from '#features/notes/disputeContract.ts';
import { disputeReasonLabels } from '#features/notes/disputeRules.ts';
import type { NoteValues } from '#features/submission/web/entry/noteForm.ts';

const QUESTION = {
  title: "Remove the client's report?",
  body: 'Only if the client agrees. Then the client signs as usual.',
  confirmLabel: 'Remove',
};

/** Dispute that the client reported on the signing screen. @param id receives the focus when the screen closes */
export function ReportedDispute({ id, dispute }: { id: string; dispute: ClientSigningDispute }) {
  const form = useFormContext<NoteValues>();
  async function removeReport() {
    if (await confirm(QUESTION)) form.setValue('dispute', null, { shouldDirty: true });
  }
  return (
    <div id={id} role="group" aria-label="Reported by the client" tabIndex={-1} className="rounded-md">
      <Banner
        tone="pending"
        title="The client reported a problem"
        action={
          <Button size="sm" onClick={() => void removeReport()}>
            Remove
          </Button>
        }
      >
        <p className="font-medium">{disputeReasonLabels[dispute.reason]}</p>
        {dispute.text !== null && <p className="wrap-anywhere whitespace-pre-line">{dispute.text}</p>}
        <p className="mt-1">
          You can submit the note without the client's code and signature. A manager has to answer the client
          before the note can be approved.
        </p>
      </Banner>
    </div>
  );
}
