import { useState } from 'react';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { useAttemptKey } from '#platform/web/attemptKey.ts';
import { toast } from '#platform/web/toast.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import type { DraftInput, DraftRow } from './queries.ts';
import { useSaveDraft } from './queries.ts';

export const SAVE_DRAFT_FORM = 'save-draft';

export type SaveDraftProps = {
  onOpenChange: (open: boolean) => void;
  /** The request body without the name. */
  fields: () => Omit<DraftInput, 'draftName'>;
  /** The draft that the form was loaded from, to save over. */
  loaded: DraftRow | undefined;
  onSaved: (draft: DraftRow) => void;
};

/** Asks for a name and saves the form as a draft: over the loaded one or as a new one. */
export function SaveDraftForm({ onOpenChange, fields, loaded, onSaved }: SaveDraftProps) {
  const [name, setName] = useState(loaded?.draftName ?? '');
  const [error, setError] = useState<string>();
  const attempt = useAttemptKey();
  const save = useSaveDraft();

  async function submit(over: boolean) {
    if (save.isPending) return;
    if (name.trim() === '') {
      setError('Draft name required');
      const description = 'Please enter a name for your draft';
      toast({ title: 'Draft name required', description, variant: 'destructive' });
      document.querySelector<HTMLInputElement>(`#${SAVE_DRAFT_FORM} input`)?.focus();
      return;
    }
    const body = { ...fields(), draftName: name.trim() };
    const id = over && loaded ? loaded.id : null;
    try {
      // The idempotency key keeps a retry after a lost response from creating a second draft.
      onSaved(await save.mutateAsync({ id, body, attempt: attempt.keyFor(body) }));
      attempt.done();
      toast({ title: 'Draft saved' });
      onOpenChange(false);
    } catch (failure) {
      if (isSessionExpired(failure)) return;
      const description = messageOf(failure, 'Please try again.');
      setError(description);
      toast({ title: 'Failed to save draft', description, variant: 'destructive' });
    }
  }

  return (
    <form
      id={SAVE_DRAFT_FORM}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        const { submitter } = event.nativeEvent;
        void submit(loaded !== undefined && (submitter as HTMLButtonElement | null)?.value !== 'new');
      }}
    >
      <Field label="Draft name" required error={error}>
        <TextInput
          value={name}
          maxLength={255}
          aria-busy={save.isPending}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
    </form>
  );
}
