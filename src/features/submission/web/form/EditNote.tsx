import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { EncryptedForm } from '#platform/web/forms/EncryptedForm.tsx';
import { FieldCommentsContext } from '#platform/web/forms/fieldComments.ts';
import { ownKey } from '#platform/web/forms/persistedForm.ts';
import { usePageTitle } from '#platform/web/pageTitle.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { BottomBar } from '#platform/web/ui/BottomBar.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { useClosedPeriodMessage } from '#features/notes/web/closedPeriod/public.tsx';
import { ownNoteQuery, type Note } from '#features/notes/web/queries.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { SessionUser } from '#features/sessions/web/queries.ts';
import { toNoteBody, valuesFromNote } from '#features/submission/web/entry/noteForm.ts';
import { toPlainStore } from '#features/submission/web/entry/noteInForm.ts';
import { useIsSending } from '#features/submission/web/entry/sendingNotes.ts';
import { useNoteForm } from '#features/submission/web/entry/useNoteForm.ts';
import { useResubmitNote } from '#features/submission/web/queries.ts';
import { MissingFields } from './MissingFields.tsx';
import { NoteFormView } from './NoteFormView.tsx';
import { describeReview, SentBackBanner } from './SentBackBanner.tsx';
import { useSendNote } from './useSendNote.ts';

type EditNoteProps = { user: SessionUser; id: number };

/** The key of the form of one version of a note. */
const toFormKey = (user: SessionUser, { id, version }: Note) => ownKey(user.id, `note-edit:${id}:${version}`);

/** The latest version; while the user's own one is being sent, and after it, the version in the form. */
function useEditedNote(user: SessionUser, latest: Note | undefined, isLeaving: boolean): Note | undefined {
  const [edited, setEdited] = useState(latest);
  const isSending = useIsSending(edited ? toFormKey(user, edited) : '');
  // The new version may arrive before the answer to its request.
  if (isSending || isLeaving) return edited;
  if (edited !== latest) setEdited(latest);
  return latest;
}

/** Edits and resubmits one of the user's notes that is pending or was sent back. */
export function EditNote({ user, id }: EditNoteProps) {
  const latest = useQuery(ownNoteQuery(id));
  const [isLeaving, setLeaving] = useState(false);
  const note = useEditedNote(user, latest.data, isLeaving);
  const navigate = useNavigate();
  const closedPeriod = useClosedPeriodMessage(note?.workDate ?? '');
  usePageTitle({ title: 'Edit note', subtitle: 'You and the client sign again' });
  function back() {
    setLeaving(true);
    void navigate({ to: '/my-notes' });
  }
  if (latest.isError) return <QueryError title="Couldn't load the note" query={latest} />;
  if (!note) return <SkeletonText lines={8} />;
  if (!note.can.edit) {
    return (
      <EmptyState
        icon={<FileX aria-hidden />}
        title="This note can no longer be edited"
        body={
          closedPeriod === null
            ? 'It was reviewed in the meantime, or it belongs to someone else.'
            : `${closedPeriod} Ask an admin to reopen it first.`
        }
        action={<Button onClick={back}>Back to My Notes</Button>}
      />
    );
  }
  const formKey = toFormKey(user, note);
  return (
    <EncryptedForm key={formKey} owner={user.id} formKey={formKey} toPlainStore={toPlainStore}>
      <EditForm user={user} note={note} formKey={formKey} onDone={back} />
    </EncryptedForm>
  );
}

type EditFormProps = { user: SessionUser; note: Note; formKey: string; onDone: () => void };

function EditForm({ user, note, formKey, onDone }: EditFormProps) {
  const { timeZone } = user;
  const edited = useNoteForm({ formKey, timeZone, initial: valuesFromNote(note) });
  const { form } = edited;
  const resubmit = useResubmitNote();

  const { send, problem, isSending } = useSendNote({
    of: edited,
    prepare: (values) => toNoteBody(values, note.tags),
    request: (body, { submissionKey }) => resubmit.mutateAsync({ id: note.id, body, submissionKey }),
    showSent: () => {
      edited.forget();
      onDone();
    },
  });

  const isSentBack = note.status === 'in-progress';
  return (
    <>
      {isSentBack ? (
        <SentBackBanner note={note} onSelect={(field) => form.setFocus(field)} />
      ) : (
        <Banner tone="info" title="Editing a note" className="mb-6">
          You and the client need to sign again. Then it goes back for review.
        </Banner>
      )}
      <FieldCommentsContext value={toFieldComments(note)}>
        <NoteFormView
          id="edit-note"
          form={form}
          onSubmit={send}
          problem={problem}
          isSending={isSending}
          authorName={fullNameOf(user)}
          zones={user}
          deducted={{ noteId: note.id, clientId: note.clientId, units: getDeductedUnits(note) }}
          signAgain={isSentBack ? `Sign again: ${describeReview(note)}.` : undefined}
        >
          <BottomBar>
            <MissingFields className="basis-full! sm:hidden" />
            <Button onClick={onDone}>Cancel</Button>
            <Button variant="primary" type="submit" pending={isSending} pendingLabel="Submitting…">
              Submit Note
            </Button>
          </BottomBar>
        </NoteFormView>
      </FieldCommentsContext>
    </>
  );
}

/** None for a note that was sent back when it arrived. */
const getDeductedUnits = ({ sentBackFor, timeUnitsUsed }: Note) =>
  sentBackFor.length > 0 ? '0.00' : timeUnitsUsed;

const toFieldComments = ({ fieldComments }: Note) =>
  Object.fromEntries(
    Object.entries(fieldComments ?? {}).map(([field, comment]) => [field, `Reviewer comment: ${comment}`]),
  );
