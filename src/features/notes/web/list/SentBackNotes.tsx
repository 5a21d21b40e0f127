import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { now } from '#platform/web/clock.ts';
import { formatDate, formatDateTime, formatShortDate } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import { buttonClass } from '#platform/web/ui/buttonClass.ts';
import { ClientLink } from '#features/clients/web/public.tsx';
import { useClosedPeriodMessage } from '#features/notes/web/closedPeriod/useClosedPeriodMessage.ts';
import { DisputedBadge } from '#features/notes/web/labels/NoteBadges.tsx';
import { describeRemarks, formatWorkTime } from '#features/notes/web/labels/noteLabels.ts';
import { ownNoteQuery, sentBackQuery, type NoteRow } from '#features/notes/web/queries.ts';
import { NoteUnits } from '#features/notes/web/units/NoteUnits.tsx';
import { unitsLabel } from '#features/services/rules.ts';
import { useUser } from '#features/sessions/web/queries.ts';

/** The user's own notes that were sent back, by a manager or when they arrived, with what to change. */
export function SentBackNotes() {
  const { rows = [], total = 0 } = useQuery(sentBackQuery()).data ?? {};
  if (rows.length === 0) return null;
  return (
    <section aria-label="Sent back to you" className="grid gap-3">
      {rows.map((note) => (
        <SentBackNote key={note.id} note={note} />
      ))}
      {total > rows.length && (
        <Link to="/my-notes" search={{ status: 'in-progress' }} className="text-accent-ink underline">
          Show all {total} notes sent back
        </Link>
      )}
    </section>
  );
}

function SentBackNote({ note }: { note: NoteRow }) {
  const { timeZone } = useUser();
  // Only the whole note has the reviewer, and editing needs it as well.
  const { reviewedByName, reviewedAt } = useQuery(ownNoteQuery(note.id)).data ?? {};
  const closedPeriod = useClosedPeriodMessage(note.workDate);
  const isReason = note.sentBackFor.some(({ code }) => code === 'period_closed');
  const review = reviewedByName && reviewedAt && ` by ${reviewedByName}, ${timeOrDay(reviewedAt, timeZone)}`;
  return (
    <Banner
      tone="pending"
      title={note.sentBackFor.length > 0 ? 'Sent back automatically' : `Sent back${review ?? ''}`}
      action={
        note.can.edit && (
          <Link to="/submit" search={{ note: note.id }} className={buttonClass({ variant: 'primary' })}>
            Fix and sign again
          </Link>
        )
      }
    >
      {note.disputed && <DisputedBadge />}
      <p className="wrap-anywhere whitespace-pre-line">{describeRemarks(note)}</p>
      <p className="wrap-anywhere">
        <ClientLink clientId={note.clientId}>{note.clientContactName}</ClientLink> ·{' '}
        {/* If it wraps below the link, both have the height of a target. */}
        <span className="pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center">
          <NoteUnits noteId={note.id} text={unitsLabel(note.timeUnitsUsed)} />
        </span>
      </p>
      <p>{formatWorkTime(note)}</p>
      {closedPeriod !== null && !isReason && <p>{closedPeriod} Ask an admin to reopen it first.</p>}
    </Banner>
  );
}

/** The time of a moment today, otherwise its date: '8:49 PM' or 'Mar 1'. */
function timeOrDay(at: string, timeZone: string): string {
  const [day, time = ''] = formatDateTime(at, timeZone).split(' at ');
  return day === formatDate(now().toISOString(), timeZone) ? time : formatShortDate(at, timeZone);
}
