import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { useState } from 'react';
import { today } from '#platform/web/clock.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { lazyComponent } from '#platform/web/ui/lazyComponent.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import { DraftsDialog } from '#features/notes/web/drafts/DraftsDialog.tsx';
import { SaveDraftDialog } from '#features/notes/web/drafts/SaveDraftDialog.tsx';
import { formatSpanUnits } from '#features/units/web/public.tsx';
import { endCapture, toCapture, useCapture } from '#features/notes/web/offline/capture.ts';
import { useSubmitNote, type SubmittedNote } from './queries.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { toShortServiceName } from '#features/services/rules.ts';
import { useServices } from '#features/services/web/queries.ts';
import { toDraftFields } from '#features/notes/web/drafts/draftFields.ts';
import { DraftBar, SubmitBar } from './NoteBars.tsx';
import { downloadNote } from './downloadNote.ts';
import { emptyNote, toNoteBody, valuesFromNote, type NoteValues } from './noteForm.ts';
import { NoteFormView } from './NoteFormView.tsx';
import { useDraftsOfForm } from '#features/notes/web/drafts/useDraftsOfForm.ts';
import { useNoteForm } from './useNoteForm.ts';
import { useRequestedClient } from './useRequestedClient.ts';
import { useSendNote } from './useSendNote.ts';

const SubmittedNoteView = lazyComponent(
  async () => (await import('./SubmittedNoteView.tsx')).SubmittedNoteView,
  <SkeletonText lines={6} />,
);

type NewNoteProps = {
  user: SessionUser;
  /** The draft in the URL, `?draft=`. */
  draft: number | undefined;
  /** The client in the URL, `?client=`. */
  clientId: number | undefined;
};

/** The form of a new note, with drafts. */
export function NewNote({ user, draft, clientId }: NewNoteProps) {
  const { timeZone } = user;
  const storageKey = ownKey(user.id, 'note');
  const note = useNoteForm({ storageKey, timeZone, initial: emptyNote(today(timeZone)) });
  const { form } = note;
  const drafts = useDraftsOfForm({ form, timeZone, requestedId: draft });
  useCapture(form, storageKey);
  useRequestedClient({ form, timeZone, requestedId: clientId });
  const submit = useSubmitNote();
  const clients = useClients();
  const services = useServices();

  const [submitted, setSubmitted] = useState<SubmittedNote | null>(null);
  const { send, problem } = useSendNote({
    form,
    storageKey,
    prepare: (values, { receiptToken }) => ({
      ...toNoteBody(values),
      ...toCapture(storageKey, values.clientSignature !== undefined),
      receiptToken,
    }),
    request: (body, { key }) => submit.mutateAsync({ body, attempt: key }),
    keep: async (body, { key }) => {
      const { keepUnsent, sendUnsent } = await import('#features/notes/web/offline/unsentNotes.ts');
      if (!(await keepUnsent(user.id, { body, values: form.getValues(), attempt: key }))) return false;
      void sendUnsent(user.id).catch(reportError);
      return true;
    },
    onSent: (answer) => {
      setSubmitted(answer);
      endCapture(storageKey);
      note.forget();
      form.reset(emptyNote(today(timeZone)));
      scrollTo({ top: 0 });
    },
  });

  function download() {
    const values = form.getValues();
    const client = clients.data?.find((one) => String(one.id) === values.clientId);
    const service = services.data?.find(({ key }) => key === values.category);
    downloadNote({
      values,
      clientName: client?.companyName ?? '',
      serviceName: toShortServiceName(service?.name ?? ''),
      authorName: fullNameOf(user),
      units: formatSpanUnits({ ...values, timeZone }, service?.rounding ?? null),
    });
  }

  if (submitted) {
    const startNote = (values: NoteValues) => {
      form.reset(emptyNote(today(timeZone)));
      form.reset(values, { keepDefaultValues: true });
      setSubmitted(null);
    };
    return (
      <SubmittedNoteView
        note={submitted}
        onNew={() => startNote(emptyNote(today(timeZone)))}
        onCopy={() => startNote({ ...valuesFromNote(submitted), workDate: today(timeZone) })}
      />
    );
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
        onSubmit={send}
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
