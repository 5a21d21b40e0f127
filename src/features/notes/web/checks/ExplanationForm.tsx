import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextArea } from '#platform/web/ui/TextArea.tsx';
import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import { EXPLANATION_MAX } from '#features/notes/rules.ts';
import { useExplainCheck } from '#features/notes/web/details/queries.ts';
import { toastChangeError } from '#features/notes/web/details/toastChangeError.ts';

/** The check on screen, with the version and the related notes that an explanation is for. */
type ShownCheck = { id: number; version: number; code: NoteCheckCode; relatedNoteIds: number[] };
type ExplanationFormProps = { check: ShownCheck; onClose: () => void };

/** Asks a manager why a check needs no correction. */
export function ExplanationForm({ check, onClose }: ExplanationFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  // The check may change under the open form; only after a refusal is the new one sent.
  const [opened, setOpened] = useState<ShownCheck | null>(check);
  const explain = useExplainCheck();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (reason.trim() === '') {
      setError('A reason is required');
      return;
    }
    try {
      await explain.mutateAsync({ ...(opened ?? check), reason });
      onClose();
    } catch (failure) {
      setOpened(null);
      toastChangeError(failure, "Couldn't save the explanation");
    }
  }
  return (
    <form ref={form} data-reason className="grid gap-3" noValidate onSubmit={(event) => void save(event)}>
      <Field
        label="Reason"
        required
        hint="Visible to managers. Cleared when this note is signed again or its related notes change."
        error={error}
        counter={{ used: reason.length, limit: EXPLANATION_MAX }}
      >
        <TextArea
          value={reason}
          rows={2}
          maxLength={EXPLANATION_MAX}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" pending={explain.isPending}>
          Save explanation
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
