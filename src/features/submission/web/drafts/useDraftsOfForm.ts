import { useEffect, useRef, useState } from 'react';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { today } from '#platform/web/clock.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import { getEntered } from '#features/submission/web/entry/enteredValues.ts';
import { emptyNote } from '#features/submission/web/entry/noteForm.ts';
import { replaceNote } from '#features/submission/web/entry/noteInForm.ts';
import { useIsSending } from '#features/submission/web/entry/sendingNotes.ts';
import type { FormOfNote } from '#features/submission/web/entry/useNoteForm.ts';
import { isInNoDraft, valuesFromDraft } from './draftFields.ts';
import { fetchDraft, useDrafts, type Draft, type DraftRow } from './queries.ts';

type Drafts = {
  note: FormOfNote;
  timeZone: string;
  /** The draft in the address, loaded once the list has arrived. */
  requestedId: number | undefined;
};

const REPLACE = {
  title: 'Replace what you entered?',
  body: "It isn't saved in a draft.",
  confirmLabel: 'Replace',
};

const OUTDATED = {
  title: 'Failed to load draft',
  description: "This device has only an older version of it. Load it when you're online.",
  variant: 'destructive',
} as const;

/** The drafts of the note form: the loaded one, and loading another. */
export function useDraftsOfForm({ note, timeZone, requestedId }: Drafts) {
  const { form, formKey, draftId, forget } = note;
  const drafts = useDrafts();
  const [open, setOpen] = useState<'save' | 'load' | null>(null);
  const loaded = drafts.data?.find((draft) => String(draft.id) === draftId);

  const [loading, setLoading] = useState<number>();
  async function load({ id, updatedAt }: DraftRow) {
    if (loading !== undefined) return;
    setLoading(id);
    try {
      const [draft, previous] = await Promise.all([fetchDraft(id), loaded && fetchDraft(loaded.id)]);
      // Without a network, the text may be older than the list.
      if (draft.updatedAt < updatedAt) toast(OUTDATED);
      else await fill(draft, previous);
    } catch (error) {
      if (isSessionExpired(error)) return;
      const description = messageOf(error, 'Please try again.');
      toast({ title: 'Failed to load draft', description, variant: 'destructive' });
    } finally {
      setLoading(undefined);
    }
  }

  async function fill(draft: Draft, previous: Draft | undefined) {
    if (isInNoDraft(getEntered(form), [previous, draft]) && !(await confirm(REPLACE))) return;
    setOpen(null);
    replaceNote(formKey);
    forget();
    form.reset(valuesFromDraft(draft, emptyNote(today(timeZone))), { keepDefaultValues: true });
    toast({ title: 'Draft loaded', description: "The client's signature must be drawn again." });
  }

  const isSending = useIsSending(formKey);
  const loadedId = useRef<number>(undefined);
  const requested = drafts.data?.find((draft) => draft.id === requestedId);
  useEffect(() => {
    // The form has another note until there is an answer.
    if (isSending || !requested || loadedId.current === requested.id) return;
    loadedId.current = requested.id;
    if (form.getValues('draftId') !== String(requested.id)) void load(requested);
    // Once for each draft in the address, when no note is being sent.
    // eslint-disable-next-line react/exhaustive-deps
  }, [requested, isSending]);

  return {
    open,
    setOpen,
    loaded,
    /** Set until it is certain which draft the form was loaded from. */
    isPending: draftId !== '' && drafts.isPending,
    load,
    loading,
    onSaved: (draft: DraftRow) => form.setValue('draftId', String(draft.id)),
    onDeleted: (id: number) => {
      if (form.getValues('draftId') === String(id)) form.setValue('draftId', '');
    },
  };
}
