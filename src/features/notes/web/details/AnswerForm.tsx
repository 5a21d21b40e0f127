import { toast } from '#platform/web/toast.ts';
import { DISPUTE_TEXT_MAX } from '#features/notes/disputeRules.ts';
import { TextForm } from '#features/notes/web/changes/TextForm.tsx';
import { useAnswerDisputes } from './queries.ts';

type AnswerFormProps = { noteId: number; disputeIds: number[]; onClose: () => void };

/** A manager's answer to the client, who reads it at the receipt link. */
export function AnswerForm({ noteId, disputeIds, onClose }: AnswerFormProps) {
  const answer = useAnswerDisputes();
  return (
    <TextForm
      label="Answer to the client"
      hint="The client reads this at the receipt link."
      rows={3}
      limit={DISPUTE_TEXT_MAX}
      missing="An answer is required"
      submitLabel="Send answer"
      failed="Couldn't send the answer"
      pending={answer.isPending}
      onClose={onClose}
      save={async (text) => {
        await answer.mutateAsync({ id: noteId, answer: text, disputeIds });
        toast({ title: 'Answer sent', description: 'The client can read it at the receipt link.' });
      }}
    />
  );
}
