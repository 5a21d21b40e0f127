import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatShortDate, plural } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { LateNotes as Late } from '#features/review/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { DayList, dayRowClass } from './DayFrame.tsx';

/** How many people are shown at first. */
const FIRST = 5;

type LateAuthor = Late['authors'][number];

/** People whose notes are late, with the reason, as links to those notes. */
export function LateNotes({ authors, lateEntryHours }: Late) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <DayList
      title="Late notes"
      rows={isExpanded ? authors : authors.slice(0, FIRST)}
      rowKey={({ authorId }) => authorId}
      renderRow={(author) => <Author author={author} lateEntryHours={lateEntryHours} />}
      more={
        !isExpanded &&
        authors.length > FIRST && (
          <Button variant="ghost" size="sm" onClick={() => setExpanded(true)}>
            Show all {authors.length} employees
          </Button>
        )
      }
    />
  );
}

function Author({ author, lateEntryHours }: { author: LateAuthor; lateEntryHours: number }) {
  const { timeZone } = useUser();
  const { authorId, authorName, sentBack, sentBackSince, lateEntries } = author;
  const status = sentBack > 0 && lateEntries === 0 ? 'in-progress' : undefined;
  return (
    <Link to="/management" search={{ authorId, status }} className={dayRowClass}>
      <span className="font-medium wrap-anywhere">{authorName}</span>
      {sentBackSince !== null && (
        <span className="text-sm text-muted">
          {plural(sentBack, 'note', 'notes')} sent back and not fixed (oldest:{' '}
          {formatShortDate(sentBackSince, timeZone)})
        </span>
      )}
      {lateEntries > 0 && (
        <span className="text-sm text-muted">
          {plural(lateEntries, 'note', 'notes')} in the last 7 days submitted more than{' '}
          {plural(lateEntryHours, 'hour', 'hours')} after the visit
        </span>
      )}
    </Link>
  );
}
