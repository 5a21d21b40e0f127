import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError, messageOf } from '#platform/web/apiError.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { statusLabels } from '#features/notes/rules.ts';
import { NoteDetails, PdfLink } from '#features/notes/web/details/public.tsx';
import { formatWorkTime, OWN_NOTE, SELF_REVIEW } from '#features/notes/web/labels/public.tsx';
import { noteQuery, noteUnitsQuery, type Note } from '#features/notes/web/queries.ts';
import { nameAccount } from '#features/notes/web/units/public.tsx';
import type { ReviewInput } from '#features/review/contract.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { Key } from './Key.tsx';
import { NewVersionBanner } from './NewVersionBanner.tsx';
import { NoteChanges } from './NoteChanges.tsx';
import { NoteMessages } from './NoteMessages.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { useDecisions } from './useDecisions.ts';
import { useReadVersion } from './useReadVersion.ts';
import { useReasonKeys } from './useReasonKeys.ts';
import { useReviewKeys, type KeyActions } from './useReviewKeys.ts';

type NotePaneProps = {
  id: number;
  /** The keys that concern the list around it. */
  keys: KeyActions;
  /** The status of the notes in the queue; none outside of it. */
  queueStatus?: 'pending' | 'in-review';
  /** Asks for this decision only. */
  decision?: 'approve' | 'deny' | undefined;
  onDone: (note: Note, action: ReviewInput['action']) => void;
  /** Closes the dialog around it; none on a page. */
  onClose?: () => void;
};

/** The full note with its decision, on the review screen and in the dialog over any list. */
export function NotePane({ id, keys, queueStatus, decision, onDone, onClose }: NotePaneProps) {
  const query = useQuery(noteQuery(id));
  const error = query.isLoadingError || isMissing(query.error) ? query.error : null;
  const { note, isNewer, continueWithNewer } = useReadVersion(error ? undefined : query.data);
  const pane = useRef<HTMLDivElement>(null);
  const heading = useFocusOnChange(id);
  const decisions = useDecisions({
    note,
    decision,
    onDone,
    onCancel: () => (decision && onClose ? onClose() : heading.current?.focus()),
  });
  const openClient = useOpenClient(note?.clientId);
  const { isEntering, chosen, submit, cancel } = decisions;
  // A dialog that is closing takes no more keys.
  const getDialog = () => pane.current?.closest('[role=dialog][data-state=open]');
  useReviewKeys(isEntering ? {} : { ...keys, ...decisions.keys, c: openClient }, getDialog);
  useReasonKeys(
    () => getDialog() ?? pane.current,
    isEntering ? { submit: () => chosen && submit(chosen), cancel } : undefined,
  );
  return (
    <div ref={pane}>
      <div className="flex items-start justify-between gap-3">
        <h2
          id="reviewed-note"
          ref={heading}
          tabIndex={-1}
          data-begins
          className="text-xl font-semibold outline-none"
        >
          {note ? `${note.authorName} for ${note.clientContactName}` : 'Note'}
        </h2>
        {note && (
          <Link
            to="/clients/$clientId"
            params={{ clientId: String(note.clientId) }}
            className={buttonClass({ size: 'sm' })}
          >
            <UserRound aria-hidden />
            Client <Key>C</Key>
          </Link>
        )}
      </div>
      {error && <NoNote id={id} error={error} query={query} />}
      {!error && !note && <SkeletonText lines={12} className="mt-4" />}
      {note && (
        <>
          {isNewer && <NewVersionBanner onContinue={continueWithNewer} />}
          <NoteContent note={note} queueStatus={queueStatus} />
          {!chosen && <ReasonFields className="mt-6 print:hidden" note={note} decisions={decisions} />}
          <DecisionBar note={note} decisions={decisions} onClose={onClose} />
        </>
      )}
    </div>
  );
}

function NoteContent({ note, queueStatus }: { note: Note } & Pick<NotePaneProps, 'queueStatus'>) {
  const { id: userId, timeZone } = useUser();
  const isOwn = note.authorId === userId && (note.can.deny || note.can.approve);
  return (
    <>
      <p className="mb-4 text-muted">{formatWorkTime(note)}</p>
      <div className="flex flex-col gap-6">
        {queueStatus && note.status !== queueStatus && (
          <Banner tone="info">
            This note is no longer in the queue: {statusLabels[note.status].toLowerCase()}.
          </Banner>
        )}
        {isOwn && <Banner tone="info">{note.can.approve ? SELF_REVIEW : OWN_NOTE}</Banner>}
        <UnitsBeforeAndAfter noteId={note.id} />
        <NoteDetails key={note.id} note={note} timeZone={timeZone} />
        {note.version > 1 && <NoteChanges id={note.id} />}
        <NoteMessages id={note.id} timeZone={timeZone} />
      </div>
    </>
  );
}

/** The balance of the note's account before and after it. */
function UnitsBeforeAndAfter({ noteId }: { noteId: number }) {
  const account = useQuery(noteUnitsQuery(noteId)).data?.account;
  if (!account) return <Skeleton className="h-6 w-72" />;
  return (
    <p className="tabular">
      {nameAccount(account)}: {unitsLabel(account.before)} before, {unitsLabel(account.after)} after
    </p>
  );
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404;

type NoNoteProps = { id: number; error: Error; query: Parameters<typeof QueryError>[0]['query'] };

/** Why the note can't be shown. One deleted after its approval can still be downloaded. */
function NoNote({ id, error, query }: NoNoteProps) {
  const isDeleted = error instanceof ApiError && error.code === 'note_deleted';
  if (!isDeleted) return <QueryError title="Couldn't load the note" query={query} />;
  return <ErrorState title="Deleted" body={messageOf(error, '')} action={<PdfLink noteId={id} />} />;
}

function useOpenClient(clientId: number | undefined) {
  const navigate = useNavigate();
  if (clientId === undefined) return undefined;
  return () => void navigate({ to: '/clients/$clientId', params: { clientId: String(clientId) } });
}

/** Moves the focus to the heading when another note opens, but not at the first one. */
function useFocusOnChange(id: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return heading;
}
