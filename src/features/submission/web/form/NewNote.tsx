import { useCallback, useState } from 'react';
import { today } from '#platform/web/clock.ts';
import { EncryptedForm } from '#platform/web/forms/EncryptedForm.tsx';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { lazyComponent, lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { RECEIPT_PAGE } from '#features/notes/receiptRules.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { toDraftFields } from '#features/submission/web/drafts/draftFields.ts';
import { useDraftsOfForm } from '#features/submission/web/drafts/useDraftsOfForm.ts';
import {
  emptyNote,
  toNoteBody,
  valuesFromNote,
  type NoteValues,
} from '#features/submission/web/entry/noteForm.ts';
import { beginNote, toPlainStore } from '#features/submission/web/entry/noteInForm.ts';
import {
  findUnseenToken,
  isCaptured,
  splitValues,
  toNoteCapture,
  type KeptNote,
  type NoteRecord,
} from '#features/submission/web/entry/noteRecord.ts';
import { useCapture } from '#features/submission/web/entry/useCapture.ts';
import { useNoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { useSubmitNote, type NoteBody, type SubmittedNote } from '#features/submission/web/queries.ts';
import { CodeSealerContext, type CodeSealer } from '#features/submission/web/signing/codeSealer.ts';
import { DraftBar, SubmitBar } from './NoteBars.tsx';
import { NoteFormView } from './NoteFormView.tsx';
import type { StoredNote } from './NoteOutcome.tsx';
import { useNoteDownload } from './useNoteDownload.ts';
import { useRequestedClient } from './useRequestedClient.ts';
import { useSendNote } from './useSendNote.ts';
import { useStartOver } from './useStartOver.ts';

const SubmittedNoteView = lazyComponent(
  async () => (await import('./NoteOutcome.tsx')).SubmittedNoteView,
  <SkeletonText lines={6} />,
);

const DraftsDialog = lazyDialog(
  async () => (await import('#features/submission/web/drafts/DraftsDialog.tsx')).DraftsDialog,
);

const SaveDraftDialog = lazyDialog(
  async () => (await import('#features/submission/web/drafts/SaveDraftDialog.tsx')).SaveDraftDialog,
);

const StoredNoteView = lazyComponent(
  async () => (await import('./NoteOutcome.tsx')).StoredNoteView,
  <SkeletonText lines={6} />,
);

type NewNoteProps = {
  user: SessionUser;
  /** The draft in the URL, `?draft=`. */
  draft: number | undefined;
  /** The client in the URL, `?client=`. */
  clientId: number | undefined;
};

/** How the form of a new note is stored. */
export const toNewNoteForm = ({ id }: SessionUser) => ({
  owner: id,
  formKey: ownKey(id, 'note'),
  toPlainStore,
});

/** The form of a new note, with drafts. */
export function NewNote(props: NewNoteProps) {
  const [replacements, setReplacements] = useState(0);
  const requested = replacements === 0 ? props : { user: props.user, draft: undefined, clientId: undefined };
  return (
    <EncryptedForm {...toNewNoteForm(props.user)}>
      <NewNoteForm
        key={replacements}
        {...requested}
        onReplaced={() => setReplacements((count) => count + 1)}
      />
    </EncryptedForm>
  );
}

/** `onReplaced` is called after the stored form was replaced or cleared. */
function NewNoteForm({ user, draft, clientId, onReplaced }: NewNoteProps & { onReplaced: () => void }) {
  const { timeZone } = user;
  const { formKey } = toNewNoteForm(user);
  const note = useNoteForm({ formKey, timeZone, initial: emptyNote(today(timeZone)) });
  const { form } = note;
  const drafts = useDraftsOfForm({ note, timeZone, requestedId: draft });
  const startOver = useStartOver({ note, onReplaced });
  useCapture(form, formKey);
  useRequestedClient({ note, timeZone, requestedId: clientId });
  const submit = useSubmitNote();
  const clients = useClients();
  const download = useNoteDownload(form, user);

  const [submitted, setSubmitted] = useState<SubmittedNote | null>(null);
  const [stored, setStored] = useState<StoredNote | null>(null);
  const { send, problem, isSending } = useSendNote({
    of: note,
    prepare: (values, sent): NoteBody => {
      const { timeZone: signedZone, signedMinutes, signedUnits, ...more } = toNoteBody(values);
      const { startOccurrence, endOccurrence, ...body } = more;
      const capture = toNoteCapture(sent);
      // Notes that an earlier release began to send have none of these, and their body has to stay the same.
      if (!capture) return body;
      const signed = { timeZone: signedZone, signedMinutes, signedUnits, startOccurrence, endOccurrence };
      return { ...body, ...capture, receiptToken: sent.receipt?.token, ...signed };
    },
    request: (body, { submissionKey }) => submit.mutateAsync({ body, submissionKey }),
    keep: async (body, sent, isSentBefore) => {
      if (!isCaptured(body)) return false;
      const { keepAndSend } = await import('#features/submission/web/offline/sendUnsent.ts');
      return keepAndSend(user.id, { ...sent, ...splitValues(form.getValues()), body }, isSentBefore);
    },
    onSent: ({ answer, note: sent }) => {
      if (answer && sent.isKept) void removeKept(user.id, sent.id).catch(reportError);
    },
    toReceiptUrl: ({ note: sent }) => toReceiptUrl(sent),
    showSent: ({ body, answer, note: sent }) => {
      const receiptUrl = toReceiptUrl(sent);
      // The client of a note that was kept has scanned its receipt.
      const isShown = sent.receipt !== null && receiptUrl === undefined;
      if (answer) setSubmitted(isShown ? { ...answer, receipt: null } : answer);
      else {
        const clientName = clients.data?.find(({ id }) => id === body.clientId)?.contactName;
        setStored({ id: sent.id, clientName, receiptUrl });
      }
      note.forget();
      form.reset(emptyNote(today(timeZone)));
      scrollTo({ top: 0 });
    },
  });

  const sealEntered = useCallback<CodeSealer>(
    async (entered) => {
      const { sealCode } = await import('#features/submission/web/offline/sealCode.ts');
      const captureId = beginNote(formKey);
      return sealCode({ captureId, clientId: Number(entered.clientId), code: entered.code });
    },
    [formKey],
  );

  async function openRefused({ id }: KeptNote) {
    const { openUnsent } = await import('#features/submission/web/offline/openUnsent.ts');
    if (await openUnsent(user.id, id)) onReplaced();
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
        onCopy={() => {
          beginNote(formKey);
          startNote({ ...valuesFromNote(submitted), workDate: today(timeZone) });
        }}
      />
    );
  }
  if (stored) return <StoredNoteView note={stored} onNew={() => setStored(null)} />;
  return (
    <>
      <DraftBar
        isSubmitting={form.formState.isSubmitting || isSending}
        loadedName={drafts.loaded?.draftName}
        onLoad={() => drafts.setOpen('load')}
        onDownload={download}
        onStartOver={drafts.isPending ? undefined : startOver}
      />
      {!note.isPersisted && (
        <Banner tone="pending" title="Private browsing: unsaved text won't be kept" className="mb-6">
          Save a draft before you leave this screen.
        </Banner>
      )}
      <CodeSealerContext value={sealEntered}>
        <NoteFormView
          id="new-note"
          form={form}
          onSubmit={send}
          problem={problem}
          isSending={isSending}
          authorName={fullNameOf(user)}
          zones={user}
        >
          <SubmitBar pending={isSending} onSaveDraft={() => drafts.setOpen('save')} />
        </NoteFormView>
      </CodeSealerContext>
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
        onOpenRefused={(refused) => void openRefused(refused).catch(reportError)}
      />
    </>
  );
}

/** The receipt link of a note; undefined when its client has seen it. */
function toReceiptUrl(note: NoteRecord): string | undefined {
  const token = findUnseenToken(note);
  return token && `${location.origin}${RECEIPT_PAGE}${token}`;
}

/** Removes what was kept of a note that was opened again and is now on the server. */
async function removeKept(userId: number, id: string): Promise<void> {
  const { removeSubmitted } = await import('#features/submission/web/offline/unsentNotes.ts');
  await removeSubmitted(userId, id);
}
