import { useState } from 'react';
import { client } from '#platform/web/api.ts';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { useIdempotencyKey } from '#platform/web/idempotencyKey.ts';
import { useChange } from '#platform/web/queries.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { TextInput } from '#platform/web/ui/TextInput.tsx';
import type { draftsContract } from '#features/submission/draftContract.ts';
import type { DraftInput, DraftRow } from './queries.ts';

const api = client<typeof draftsContract>();

const FORM = 'save-draft';

type SaveDraftProps = {
  onOpenChange: (open: boolean) => void;
  /** The request body without the name. */
  fields: () => Omit<DraftInput, 'draftName'>;
  /** The draft that the form was loaded from, to save over. */
  loaded: DraftRow | undefined;
  onSaved: (draft: DraftRow) => void;
};

/** Save Draft: asks for a name and saves over the loaded draft or a new one. */
export function SaveDraftDialog({ open, ...props }: SaveDraftProps & { open: boolean }) {
  const isLoaded = props.loaded !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={props.onOpenChange}
      size="sm"
      title="Save draft"
      description="You'll find it under Load Draft. The client signs before you submit."
      footer={
        <>
          {isLoaded && (
            <Button type="submit" form={FORM} value="new">
              Save as new
            </Button>
          )}
          <Button variant="primary" type="submit" form={FORM} value={isLoaded ? 'over' : 'new'}>
            {isLoaded ? 'Save over draft' : 'Save Draft'}
          </Button>
        </>
      }
    >
      {open && <SaveDraftForm key={props.loaded?.id ?? 0} {...props} />}
    </Dialog>
  );
}

function SaveDraftForm({ onOpenChange, fields, loaded, onSaved }: SaveDraftProps) {
  const [name, setName] = useState(loaded?.draftName ?? '');
  const [error, setError] = useState<string>();
  const attempt = useIdempotencyKey();
  const save = useSaveDraft();

  async function submit(over: boolean) {
    if (save.isPending) return;
    if (name.trim() === '') {
      setError('Draft name required');
      const description = 'Please enter a name for your draft';
      toast({ title: 'Draft name required', description, variant: 'destructive' });
      document.querySelector<HTMLInputElement>(`#${FORM} input`)?.focus();
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
      id={FORM}
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

/** Creates a draft, or saves over the one with that id. */
const useSaveDraft = () =>
  useChange(({ id, body, attempt }: { id: number | null; body: DraftInput; attempt: string }) =>
    id === null
      ? api('POST /api/drafts', { body, idempotencyKey: attempt })
      : api('PUT /api/drafts/:id', { params: { id }, body }),
  );
