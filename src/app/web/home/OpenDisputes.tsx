import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay, formatShortDate } from '#platform/web/format.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { OpenDispute } from '#features/notes/web/queries.ts';
import { useUser } from '#features/sessions/web/queries.ts';
import { DayList, dayRowClass } from './DayFrame.tsx';

/** How many visits are shown at first. */
const FIRST = 5;

/** Visits with a dispute that has no answer, as links to their notes. */
export function OpenDisputes({ rows }: { rows: readonly OpenDispute[] }) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <DayList
      title="Disputed visits"
      rows={isExpanded ? rows : rows.slice(0, FIRST)}
      rowKey={({ noteId }) => noteId}
      renderRow={(row) => <Dispute row={row} />}
      more={
        !isExpanded &&
        rows.length > FIRST && (
          <Button variant="ghost" size="sm" onClick={() => setExpanded(true)}>
            Show {rows.length - FIRST} more
          </Button>
        )
      }
    />
  );
}

function Dispute({ row: { noteId, clientName, employeeName, workDate, at } }: { row: OpenDispute }) {
  const { timeZone } = useUser();
  return (
    <Link to="/management" search={{ note: noteId }} className={dayRowClass}>
      <span className="font-medium wrap-anywhere">{clientName}</span>
      <span className="text-sm text-muted">
        {formatDay(workDate)} with {employeeName}. Reported {formatShortDate(at, timeZone)}, not answered yet.
      </span>
    </Link>
  );
}
