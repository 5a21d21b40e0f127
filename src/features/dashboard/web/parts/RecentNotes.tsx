import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { FileText } from 'lucide-react';
import { messageOf } from '../../../../platform/web/apiError.ts';
import { formatDay } from '../../../../platform/web/format.ts';
import { buttonClass } from '../../../../platform/web/ui/buttonClass.ts';
import { Card } from '../../../../platform/web/ui/Card.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ErrorState } from '../../../../platform/web/ui/ErrorState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useIsManager } from '../../../auth/web/queries.ts';
import { NoteStatusWord } from '../../../notes/web/public.tsx';
import type { RecentNote } from '../queries.ts';
import { RECENT, useRecentNotes } from '../queries.ts';

/** The newest notes, each with its state. */
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
      <Newest isManager={isManager} />
    </Card>
  );
}

function Newest({ isManager }: { isManager: boolean }) {
  const { data, error, isFetching, refetch } = useRecentNotes();
  if (!data && error) {
    return (
      <ErrorState
        title="Notes could not be loaded"
        body={messageOf(error, 'Please try again.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data?.rows.length === 0) {
    return (
      <EmptyState
        icon={<FileText />}
        title="No notes found. Start by submitting your first note!"
        action={
          <Link to="/submit" className={buttonClass()}>
            Submit Note
          </Link>
        }
      />
    );
  }
  return (
    <ul aria-busy={!data} className="border-t border-line">
      {data
        ? data.rows.map((note) => (
            <li key={note.id} className="border-line not-last:border-b">
              <Row note={note} isManager={isManager} />
            </li>
          ))
        : Array.from({ length: RECENT }, (_, place) => (
            <li
              key={place}
              className="flex h-17 flex-col justify-center gap-2 border-line px-4 not-last:border-b sm:px-5"
            >
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5" />
              {place === 0 && <span className="sr-only">Loading notes</span>}
            </li>
          ))}
    </ul>
  );
}

/** Amber waits, green is approved, all else is blue; the word says the same. */
function dotOf(status: RecentNote['status']): string {
  if (status === 'pending') return 'bg-pending-mark';
  return status === 'resolved' ? 'bg-success-ink' : 'bg-info-ink';
}

function Row({ note, isManager }: { note: RecentNote; isManager: boolean }) {
  return (
    <Link
      to={isManager ? '/management' : '/my-notes'}
      search={{ note: note.id }}
      className="flex min-h-17 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover sm:px-5"
    >
      <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-full', dotOf(note.status))} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere sm:line-clamp-1">{note.title}</span>
        <span className="block truncate text-sm text-muted">
          {isManager && `${note.authorName}, `}
          {formatDay(note.workDate)}
        </span>
      </span>
      <span className="shrink-0 text-sm text-muted">
        <NoteStatusWord status={note.status} />
      </span>
    </Link>
  );
}
