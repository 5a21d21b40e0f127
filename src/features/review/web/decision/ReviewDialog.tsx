import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError, messageOf } from '#platform/web/apiError.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ErrorState } from '#platform/web/ui/ErrorState.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx';
import { noteHeading } from '#features/notes/rules.ts';
import { NoteDetails, PdfLink } from '#features/notes/web/details/public.tsx';
import { OWN_NOTE, SELF_REVIEW } from '#features/notes/web/labels/public.tsx';
import { noteQuery, type Note } from '#features/notes/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { Key } from './Key.tsx';
import { NewVersionBanner } from './NewVersionBanner.tsx';
import { ReviewActions } from './ReviewActions.tsx';
import { ReasonText, ReviewReasonFields } from './ReviewReasonFields.tsx';
import { NO_REMARKS, type ReviewRemarks } from './reviewRemarks.ts';
import { useAdjacentNotes, type ListedNote } from './useAdjacentNotes.ts';
import { useDialogReview, type DialogReview } from './useDialogReview.ts';
import { useReadVersion } from './useReadVersion.ts';

type ReviewDialogProps = {
  /** The note that is open, or undefined. */
  id: number | undefined;
  /** The list behind the dialog, for next and previous. */
  rows: readonly ListedNote[];
  timeZone: string;
  remarks: ReviewRemarks;
  onRemarks: (remarks: ReviewRemarks) => void;
  onOpen: (id: number | undefined) => void;
};

/** Review Note: the whole note, the decision, and buttons for the next and previous note. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { id, rows, timeZone, remarks, onRemarks, onOpen } = props;
  const { id: userId } = useUser();
  const note = useQuery({ ...noteQuery(id ?? 0), enabled: id !== undefined });
  const adjacent = useAdjacentNotes(rows, id, onOpen);
  const top = useScrollToTop(id);
  const {
    note: loaded,
    isNewer,
    continueWithNewer,
  } = useReadVersion(id === undefined ? undefined : note.data);
  const isOwn = loaded?.authorId === userId;
  const review = useDialogReview({
    note: loaded,
    content: top,
    remarks,
    onRemarks,
    keys: adjacent.keys,
    onDone: () => {
      onRemarks(NO_REMARKS);
      onOpen(adjacent.nextPending());
    },
  });
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={(open) => !open && onOpen(undefined)}
      size="lg"
      title={loaded ? noteHeading(loaded) : 'Review Note'}
      description={<Steps adjacent={adjacent} total={rows.length} />}
      footer={
        <ReviewActions note={loaded} review={review} remarks={remarks} onCancel={() => onOpen(undefined)} />
      }
    >
      <div ref={top} tabIndex={-1} className="flex flex-col gap-6 outline-none">
        {note.isError && (
          <NoNote id={id} error={note.error} onRetry={() => void note.refetch()} retrying={note.isFetching} />
        )}
        {!note.isError && !loaded && <SkeletonText lines={10} />}
        {!note.isError && loaded && (
          <>
            {isOwn && (loaded.can.deny || loaded.can.approve) && (
              <Banner tone="info">{loaded.can.approve ? SELF_REVIEW : OWN_NOTE}</Banner>
            )}
            {isNewer && <NewVersionBanner onContinue={continueWithNewer} />}
            <NoteDetails key={loaded.id} note={loaded} timeZone={timeZone} />
            <ReasonFields note={loaded} remarks={remarks} review={review} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type ReasonFieldsProps = { note: Note; remarks: ReviewRemarks; review: DialogReview };

/** The reason for the decisions that the note's `can` allows. */
function ReasonFields({ note: { can }, remarks, review }: ReasonFieldsProps) {
  const { approvalReason } = review.decisions;
  const fields = { remarks, error: review.error, onChange: review.change };
  if (can.deny || can.return) {
    return (
      <ReviewReasonFields
        {...fields}
        label="Reason for denial (required only when denying)"
        hint="The employee will see this. Also required to send a note back."
        canReturn={can.return}
      />
    );
  }
  if (can.approve && approvalReason) {
    return <ReasonText {...fields} label={approvalReason.label} hint={approvalReason.hint} />;
  }
  if (!can.reopen) return null;
  return (
    <ReasonText
      {...fields}
      label="Reason for reopening"
      hint="The employee will see this. The note goes back to pending. Its units stay deducted until the next decision."
    />
  );
}

/** Scrolls to the top when another note opens. */
function useScrollToTop(id: number | undefined) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  }, [id]);
  return top;
}

type StepsProps = {
  adjacent: Pick<ReturnType<typeof useAdjacentNotes>, 'openNext' | 'openPrevious' | 'position'>;
  total: number;
};

function Steps({ adjacent: { openNext, openPrevious, position }, total }: StepsProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <IconButton
        label="Previous note (k)"
        icon={<ChevronLeft aria-hidden />}
        size="sm"
        disabled={openPrevious === undefined}
        onClick={openPrevious}
      />
      <IconButton
        label="Next note (j)"
        icon={<ChevronRight aria-hidden />}
        size="sm"
        disabled={openNext === undefined}
        onClick={openNext}
      />
      {position !== undefined && (
        <span className="tabular">
          {position} of {total}
        </span>
      )}
      <span aria-hidden className="ml-auto hidden items-center gap-1 sm:pointer-fine:inline-flex">
        <Key>J</Key> next <Key>K</Key> previous <Key>Esc</Key> close
      </span>
    </span>
  );
}

type NoNoteProps = { id: number | undefined; error: Error; onRetry: () => void; retrying: boolean };

/** Why the note can't be shown. One deleted after its approval can still be downloaded. */
function NoNote({ id, error, ...again }: NoNoteProps) {
  const body = messageOf(error, 'Please try again.');
  const isDeleted = error instanceof ApiError && error.code === 'note_deleted';
  if (!isDeleted || id === undefined) {
    return <ErrorState title="Couldn't load the note" body={body} {...again} />;
  }
  return <ErrorState title="Deleted" body={body} action={<PdfLink noteId={id} />} />;
}
