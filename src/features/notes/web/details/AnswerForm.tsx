import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import { DISPUTE_TEXT_MAX } from '#features/notes/disputeRules.ts';
import { toastChangeError } from './toastChangeError.ts';
import { useAnswerDisputes } from './queries.ts';

type AnswerFormProps = { noteId: number; disputeIds: number[]; onClose: () => void };

/** A manager's answer to the client, who reads it at the receipt link. */
export function AnswerForm({ noteId, disputeIds, onClose }: AnswerFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const answer = useAnswerDisputes();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (answer.isPending) return;
    if (text.trim() === '') return setError('An answer is required');
    try {
      await answer.mutateAsync({ id: noteId, answer: text, disputeIds });
      toast({ title: 'Answer sent', description: 'The client can read it at the receipt link.' });
      onClose();
    } catch (failure) {
      toastChangeError(failure, "Couldn't send the answer");
    }
  }
  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      <Field
        label="Answer to the client"
        required
        hint="The client reads this at the receipt link."
        error={error}
        counter={{ used: text.length, limit: DISPUTE_TEXT_MAX }}
      >
        <TextArea
          value={text}
          rows={3}
          maxLength={DISPUTE_TEXT_MAX}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={answer.isPending}>
          Send answer
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
