import { ownKey } from '#platform/web/forms/formMemory.ts';
import { today } from '#platform/web/clock.ts';
import { toast } from '#platform/web/toast.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { DraftsDialog, SaveDraftDialog } from '#features/notes/web/drafts/DraftDialogs.tsx';
import { formatSpanUnits } from '#features/units/web/public.tsx';
import { useSubmitNote } from '#features/notes/web/queries.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { getAttemptKey, clearAttemptKey, isKeyReused } from './submitAttempt.ts';
import { toDraftFields } from '#features/notes/web/drafts/draftFields.ts';
import { DraftBar, SubmitBar } from './NoteBars.tsx';
import { downloadNote } from './downloadNote.ts';
import { emptyNote, toNoteBody } from './noteForm.ts';
import type { NoteFormOutput } from './noteFormSchema.ts';
import { NoteFormView } from './NoteFormView.tsx';
import { useDraftsOfForm } from '#features/notes/web/drafts/useDraftsOfForm.ts';
import { useNoteForm } from './useNoteForm.ts';
import { useSubmitProblem } from './useSubmitProblem.ts';

type NewNoteProps = {
  user: SessionUser;
  /** The draft in the address, `?draft=`. */
  draft: number | undefined;
};

/** The form of a new note, with drafts. */
export function NewNote({ user, draft }: NewNoteProps) {
  const { timeZone } = user;
  const storageKey = ownKey(user.id, 'note');
  const note = useNoteForm({ storageKey, timeZone, initial: emptyNote(today(timeZone)) });
  const { form } = note;
  const drafts = useDraftsOfForm({ form, timeZone, requestedId: draft });
  const { problem, explain, clearProblem } = useSubmitProblem(form);
  const submit = useSubmitNote();
  const clients = useClients();

  async function send(values: NoteFormOutput) {
    if (submit.isPending) return;
    clearProblem();
    try {
      await submit.mutateAsync({ body: toNoteBody(values), attempt: getAttemptKey(storageKey) });
    } catch (error) {
      if (isKeyReused(error)) clearAttemptKey(storageKey);
      return explain(error);
    }
    clearAttemptKey(storageKey);
    note.forget();
    form.reset(emptyNote(today(timeZone)));
    toast({ title: 'Success!', description: 'Note submitted successfully!' });
    scrollTo({ top: 0 });
  }

  function download() {
    const values = form.getValues();
    const client = clients.data?.find((one) => String(one.id) === values.clientId);
    const units = formatSpanUnits({ ...values, timeZone });
    downloadNote({ values, clientName: client?.companyName ?? '', authorName: fullNameOf(user), units });
  }

  return (
    <div className="mx-auto max-w-3xl">
      <DraftBar
        loadedName={drafts.loaded?.draftName}
        onLoad={() => drafts.setOpen('load')}
        onDownload={download}
      />
      {!note.isPersisted && (
        <Banner tone="pending" title="Private browsing: unsaved text won't be kept" className="mb-6">
          Save a draft before you leave this screen.
        </Banner>
      )}
      <NoteFormView
        id="new-note"
        form={form}
        onSubmit={(values) => void send(values)}
        problem={problem}
        authorName={fullNameOf(user)}
        timeZone={timeZone}
      >
        <SubmitBar pending={submit.isPending} onSaveDraft={() => drafts.setOpen('save')} />
      </NoteFormView>
      <SaveDraftDialog
        open={drafts.open === 'save'}
        onOpenChange={(open) => drafts.setOpen(open ? 'save' : null)}
        fields={() => toDraftFields(form.getValues())}
        loaded={drafts.loaded}
        onSaved={drafts.onSaved}
      />
      <DraftsDialog
        open={drafts.open === 'load'}
        onOpenChange={(open) => drafts.setOpen(open ? 'load' : null)}
        timeZone={timeZone}
        loading={drafts.loading}
        onLoad={(chosen) => void drafts.load(chosen)}
        onDeleted={drafts.onDeleted}
      />
    </div>
  );
}
