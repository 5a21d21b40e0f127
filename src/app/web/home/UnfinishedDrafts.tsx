import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { now } from '#platform/web/clock.ts';
import { formatRelative, formatWeekday } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { DraftRow } from '#features/submission/web/drafts/queries.ts';
import { DayList, dayRowClass } from './DayFrame.tsx';

/** How many drafts are shown at first. */
const FIRST = 3;

/** The user's drafts, newest first, as links to the form. */
export function UnfinishedDrafts({ drafts }: { drafts: readonly DraftRow[] }) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <DayList
      title="Unfinished drafts"
      rows={isExpanded ? drafts : drafts.slice(0, FIRST)}
      rowKey={({ id }) => id}
      renderRow={(draft) => <Draft draft={draft} />}
      more={
        !isExpanded &&
        drafts.length > FIRST && (
          <Button variant="ghost" size="sm" onClick={() => setExpanded(true)}>
            Show all {drafts.length} drafts
          </Button>
        )
      }
    />
  );
}

function Draft({ draft }: { draft: DraftRow }) {
  const { id, draftName, clientName, workDate, updatedAt } = draft;
  const details = [
    clientName,
    workDate && formatWeekday(workDate),
    `saved ${formatRelative(updatedAt, now())}`,
  ];
  return (
    <Link to="/submit" search={{ draft: id }} className={dayRowClass}>
      <span className="font-medium wrap-anywhere">{draftName}</span>
      <span className="truncate text-sm text-muted">{details.filter(Boolean).join(' · ')}</span>
    </Link>
  );
}
