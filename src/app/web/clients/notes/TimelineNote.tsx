import { formatWeekday } from '#platform/web/format.ts';
import { DisputedBadge, NoteStatusBadge } from '#features/notes/web/labels/NoteBadges.tsx';
import type { ClientNoteRow } from '#features/notes/web/queries.ts';
import { toShortServiceName, unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { endsNextDay, formatTimes } from '#features/units/rules.ts';

type TimelineNoteProps = { note: ClientNoteRow; onOpen: () => void };

/** A note in the record of its client: when, by whom, its units and status, and one line of its summary. */
export function TimelineNote({ note, onOpen }: TimelineNoteProps) {
  const { id } = useUser();
  const { workDate, authorId, authorName, summary, content } = note;
  const details = [
    authorId === id ? 'You' : authorName,
    unitsLabel(note.timeUnitsUsed),
    toShortServiceName(note.serviceName),
  ];
  return (
    <li className="relative p-4 first:rounded-t-md last:rounded-b-md hover:bg-hover">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <button
          type="button"
          onClick={onOpen}
          className="tabular min-w-0 text-left font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {formatWeekday(workDate)}, {formatTimes(note)}
          {endsNextDay(note) && ' (next day)'}
        </button>
        <span className="inline-flex flex-wrap gap-1">
          {note.disputed && <DisputedBadge />}
          <NoteStatusBadge status={note.status} />
        </span>
      </div>
      <p className="tabular mt-0.5 text-sm text-muted">{details.join(' · ')}</p>
      <p className="mt-1 line-clamp-1 text-sm wrap-anywhere">{summary || content}</p>
    </li>
  );
}
