import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { FileText } from 'lucide-react';
import { formatDay } from '#platform/web/format.ts';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { Card } from '#platform/web/ui/Card.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { ListInCard } from '#platform/web/ui/ListInCard.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { RECENT, useRecentNotes, type RecentNote } from '#features/dashboard/web/queries.ts';
import { hasAutomaticTitle, noteHeading } from '#features/notes/rules.ts';
import { NoteStatusLabel } from '#features/notes/web/public.tsx';
import { NoteUnits } from '#features/notes/web/units/public.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import { useIsManager } from '#features/sessions/web/queries.ts';

/** The newest notes with their status. */
export function RecentNotes() {
  const isManager = useIsManager();
  return (
    <Card
      title="Recent Notes"
      padded={false}
      actions={
        <Link to={isManager ? '/management' : '/my-notes'} className={buttonClass({ size: 'sm' })}>
          {isManager ? 'Manage All' : 'View All'}
          <span className="sr-only"> notes</span>
        </Link>
      }
    >
      <NewestNotes isManager={isManager} />
    </Card>
  );
}

function NewestNotes({ isManager }: { isManager: boolean }) {
  return (
    <ListInCard
      query={useRecentNotes()}
      most={RECENT}
      failed="Couldn't load notes"
      loading="Loading notes"
      className="border-t border-line"
      itemClass="border-line not-last:border-b"
      rowKey={({ id }) => id}
      renderRow={(note) => <Row note={note} isManager={isManager} />}
      placeholder={
        <div className="flex h-17 flex-col justify-center gap-2 px-4 sm:px-5">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      }
      empty={
        <EmptyState
          icon={<FileText />}
          title="No notes found. Start by submitting your first note!"
          action={
            <Link to="/submit" className={buttonClass()}>
              Submit Note
            </Link>
          }
        />
      }
    />
  );
}

/** Amber for pending, green for approved, otherwise blue; the label beside it names the status. */
function toDotClass(status: RecentNote['status']): string {
  if (status === 'pending') return 'bg-pending-mark';
  return status === 'resolved' ? 'bg-success-ink' : 'bg-info-ink';
}

function Row({ note, isManager }: { note: RecentNote; isManager: boolean }) {
  const details = hasAutomaticTitle(note)
    ? [note.content]
    : [note.clientContactName, formatDay(note.workDate)];
  return (
    <div className="relative flex min-h-17 items-center gap-3 px-4 py-2.5 hover:bg-hover sm:px-5">
      <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-full', toDotClass(note.status))} />
      <span className="min-w-0 flex-1">
        <Link
          to={isManager ? '/management' : '/my-notes'}
          search={{ note: note.id }}
          className="line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus sm:line-clamp-1"
        >
          {noteHeading(note)}
        </Link>
        {/* Above the link; only the text around the units is cut, because that would cut their target as well. */}
        <span className="flex gap-1 text-sm text-muted">
          {isManager && <span className="truncate">{note.authorName} ·</span>}{' '}
          <span className="relative z-1 shrink-0">
            <NoteUnits noteId={note.id} text={unitsLabel(note.timeUnitsUsed)} />
          </span>{' '}
          <span className="min-w-0 flex-1 truncate">· {details.join(' · ')}</span>
        </span>
      </span>
      <span className="shrink-0 text-sm text-muted">
        <NoteStatusLabel note={note} />
      </span>
    </div>
  );
}
