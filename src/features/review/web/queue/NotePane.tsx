import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { QueryError } from '#platform/web/ui/QueryError.tsx';
import { Skeleton, SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { statusLabels } from '#features/notes/rules.ts';
import { NoteDetails } from '#features/notes/web/details/public.tsx';
import { formatWorkTime } from '#features/notes/web/labels/public.tsx';
import { noteQuery, noteUnitsQuery, type Note } from '#features/notes/web/queries.ts';
import { nameAccount } from '#features/notes/web/units/public.tsx';
import type { ReviewInput } from '#features/review/contract.ts';
import { Key } from '#features/review/web/decision/Key.tsx';
import { NewVersionBanner } from '#features/review/web/decision/NewVersionBanner.tsx';
import { NO_REMARKS } from '#features/review/web/decision/reviewRemarks.ts';
import { useDecisions, type Decisions } from '#features/review/web/decision/useDecisions.ts';
import { useReadVersion } from '#features/review/web/decision/useReadVersion.ts';
import { useReviewKeys, type KeyActions } from '#features/review/web/decision/useReviewKeys.ts';
import { useReviewRemarks } from '#features/review/web/decision/useReviewRemarks.ts';
import { unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { DecisionButtons } from './DecisionButtons.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { NoteChanges } from './NoteChanges.tsx';
import { NoteMessages } from './NoteMessages.tsx';

type NotePaneProps = {
  id: number;
  /** The status of the notes in the queue. */
  status: 'pending' | 'in-review';
  timeZone: string;
  /** The keys that concern the queue. */
  keys: KeyActions;
  onOpenClient: (clientId: number) => void;
  onDone: (note: Note, action: ReviewInput['action']) => void;
};

/** The full note with its decision buttons. */
export function NotePane({ id, status, timeZone, keys, onOpenClient, onDone }: NotePaneProps) {
  const query = useQuery(noteQuery(id));
  const { note, isNewer, continueWithNewer } = useReadVersion(query.data);
  const decisions = useDecisions(note, (action) => note && onDone(note, action));
  const heading = useFocusOnChange(id);
  useReviewKeys({ ...keys, ...decisions.actions, c: note && (() => onOpenClient(note.clientId)) });
  return (
    <article aria-labelledby="reviewed-note" className="min-w-0">
      <Link
        from="/review"
        to="/review"
        search={(old) => ({ ...old, note: undefined })}
        resetScroll={false}
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-sm font-medium text-accent-ink min-[900px]:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All notes to review
      </Link>
      {query.isLoadingError && <QueryError title="Couldn't load the note" query={query} />}
      {!query.isLoadingError && (
        <>
          <div className="flex items-start justify-between gap-3">
            <h2 id="reviewed-note" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
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
          {isNewer && <NewVersionBanner onContinue={continueWithNewer} />}
          {note ? (
            <LoadedNote note={note} status={status} timeZone={timeZone} decisions={decisions} />
          ) : (
            <SkeletonText lines={12} className="mt-4" />
          )}
        </>
      )}
    </article>
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

/** Stays in view while the note scrolls, and replaces the bottom navigation of phones. */
const decisionBar =
  'sticky bottom-0 z-20 -mx-4 mt-6 print:hidden border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]';

type LoadedNoteProps = Pick<NotePaneProps, 'status' | 'timeZone'> & { note: Note; decisions: Decisions };

function LoadedNote({ note, status, timeZone, decisions }: LoadedNoteProps) {
  const { id: userId } = useUser();
  const { remarksOf, setRemarks } = useReviewRemarks(userId);
  const { form } = decisions;
  return (
    <>
      <p className="mb-4 text-muted">{formatWorkTime(note)}</p>
      {note.status !== status && (
        <Banner tone="info" className="mb-4">
          This note is no longer in the queue: {statusLabels[note.status].toLowerCase()}.
        </Banner>
      )}
      <div className="flex flex-col gap-6">
        <UnitsBeforeAndAfter noteId={note.id} />
        <NoteDetails key={note.id} note={note} timeZone={timeZone} />
        {note.version > 1 && <NoteChanges id={note.id} />}
        <NoteMessages id={note.id} timeZone={timeZone} />
      </div>
      <div data-bottom-bar className={decisionBar}>
        {form === undefined ? (
          <DecisionButtons note={note} decisions={decisions} />
        ) : (
          <DecisionForm
            action={form}
            approvalReason={decisions.approvalReason}
            remarks={remarksOf(note.id)}
            onRemarks={(remarks) => setRemarks(note.id, remarks)}
            pending={decisions.running !== null}
            onDecide={(decision) => decisions.decide(decision, () => setRemarks(note.id, NO_REMARKS))}
            onCancel={() => {
              decisions.closeForm();
              document.getElementById('reviewed-note')?.focus();
            }}
          />
        )}
      </div>
    </>
  );
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
