import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDay, formatShortDay } from '#platform/web/format.ts';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { ListInCard } from '#platform/web/ui/ListInCard.tsx';
import type { OpenState } from '#platform/web/ui/openState.ts';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useLast } from '#platform/web/useLast.ts';
import { gapLabels, type Gap } from '#features/packets/rules.ts';
import { gapVisitsQuery, type GapVisit } from '#features/packets/web/queries.ts';
import { OpenNote } from '#features/review/web/public.tsx';
import { OPENS_DIALOG } from './useGapSearch.ts';

type GapVisitsProps = OpenState & {
  /** The first day of the week. */
  week: string;
  gap: Gap;
  /** The note that is open instead of the list. */
  noteId: number | undefined;
  onOpenNote: (noteId: number | undefined) => void;
  returnFocus: () => HTMLElement | null;
};

/** The visits of a week with a gap. Each opens its note, with the next and previous one. */
export function GapVisitsDialog(props: GapVisitsProps) {
  const { week, gap, noteId, onOpenNote, open, onOpenChange, returnFocus } = props;
  const visits = useQuery({ ...gapVisitsQuery({ week, gap }), enabled: open });
  const lastNoteId = useLast(noteId);
  const { data } = visits;
  return (
    <>
      <Dialog
        open={open && noteId === undefined}
        onOpenChange={onOpenChange}
        returnFocus={returnFocus}
        title={gapLabels[gap]}
        description={`Visits in the week of ${formatShortDay(week)}`}
      >
        <ListInCard
          query={visits}
          most={3}
          failed="Couldn't load the visits"
          loading="Loading visits"
          empty={<p className="text-muted">No visits with this gap</p>}
          rowKey={(visit) => visit.noteId}
          renderRow={(visit) => (
            <VisitLink visit={visit} gap={gap} isLastOpened={visit.noteId === lastNoteId} />
          )}
          placeholder={<Skeleton className="h-10" />}
          itemClass="border-b border-line py-2 last:border-b-0"
        />
        {data && data.total > data.rows.length && (
          <p className="tabular pt-3 text-sm text-muted">
            Showing the first {formatCount(data.rows.length)} of {formatCount(data.total)} visits
          </p>
        )}
      </Dialog>
      <OpenNote
        id={open ? noteId : undefined}
        rows={data?.rows.map((visit) => ({ id: visit.noteId, status: visit.status })) ?? []}
        onOpen={onOpenNote}
      />
    </>
  );
}

type VisitLinkProps = { visit: GapVisit; gap: Gap; isLastOpened: boolean };

/** The link to the note that was open last gets the focus when the list opens again. */
function VisitLink({ visit, gap, isLastOpened }: VisitLinkProps) {
  const { noteId, clientName, employeeName, workDate, gaps } = visit;
  const others = gaps.filter((other) => other !== gap).map((other) => gapLabels[other]);
  return (
    <Link
      to="/dashboard"
      search={(old) => ({ ...old, note: noteId })}
      state={OPENS_DIALOG}
      resetScroll={false}
      data-begins={isLastOpened || undefined}
      className="group grid gap-0.5 py-1"
    >
      <span className="font-medium wrap-anywhere group-hover:underline">
        {clientName}, {formatDay(workDate)}
      </span>
      <span className="text-sm text-muted">
        {employeeName}
        {others.length > 0 && <> · Also: {others.join(', ')}</>}
      </span>
    </Link>
  );
}
