import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { isSessionExpired, messageOf } from '#platform/web/apiError.ts';
import { today } from '#platform/web/clock.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.ts';
import type { Draft, DraftRow } from './queries.ts';
import { fetchDraft, useDrafts } from './queries.ts';
import { hasUnsaved, valuesFromDraft } from './draftFields.ts';
import { emptyNote } from '#features/notes/web/submission/noteForm.ts';
import type { NoteForm } from '#features/notes/web/submission/useNoteForm.ts';

type Drafts = {
  form: NoteForm;
  timeZone: string;
  /** A draft named in the address, to load at once. */
  wanted: number | undefined;
};

/** The drafts beside the form: which one is loaded, loading another. */
export function useDraftsOfForm({ form, timeZone, wanted }: Drafts) {
  const drafts = useDrafts();
  const [open, setOpen] = useState<'save' | 'load' | null>(null);
  const draftId = useWatch({ control: form.control, name: 'draftId' });
  const loaded = drafts.data?.find((draft) => String(draft.id) === draftId);

  const [loading, setLoading] = useState<number>();
  async function load({ id }: DraftRow) {
    if (loading !== undefined) return;
    setLoading(id);
    try {
      const [draft, before] = await Promise.all([fetchDraft(id), loaded && fetchDraft(loaded.id)]);
      await fill(draft, before);
    } catch (error) {
      if (isSessionExpired(error)) return;
      const description = messageOf(error, 'Please try again.');
      toast({ title: 'Failed to load draft', description, variant: 'destructive' });
    } finally {
      setLoading(undefined);
    }
  }

  async function fill(draft: Draft, before: Draft | undefined) {
    const question = { title: 'Replace what is in the form?', body: 'It is not saved in a draft.' };
    if (
      hasUnsaved(form.getValues(), [before, draft]) &&
      !(await confirm({ ...question, confirmLabel: 'Replace' }))
    )
      return;
    setOpen(null);
    form.reset(valuesFromDraft(draft, emptyNote(today(timeZone))), { keepDefaultValues: true });
    toast({ title: 'Draft loaded', description: "The client's signature must be drawn again." });
  }

  const done = useRef<number>(undefined);
  const named = wanted === undefined ? undefined : drafts.data?.find((draft) => draft.id === wanted);
  useEffect(() => {
    if (!named || done.current === named.id) return;
    done.current = named.id;
    if (form.getValues('draftId') !== String(named.id)) void load(named);
    // Once for each draft that the address names, when it has arrived.
    // eslint-disable-next-line react/exhaustive-deps
  }, [named]);

  return {
    open,
    setOpen,
    loaded,
    load,
    loading,
    saved: (draft: DraftRow) => form.setValue('draftId', String(draft.id)),
    deleted: (id: number) => {
      if (form.getValues('draftId') === String(id)) form.setValue('draftId', '');
    },
  };
}
