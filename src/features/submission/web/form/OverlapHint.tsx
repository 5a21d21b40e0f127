import { useQuery } from '@tanstack/react-query';
import { formatSpan } from '#platform/web/format.ts';
import { ownHoursQuery } from '#features/time/web/queries.ts';
import { workSpan, type WorkTime } from '#features/units/rules.ts';

type OverlapHintProps = {
  work: WorkTime;
  /** The edited note, whose own time entry is ignored. */
  noteId: number | undefined;
};

/** Warns while typing, without blocking the note: visits may overlap at a handover. */
export function OverlapHint({ work, noteId }: OverlapHintProps) {
  const hours = useQuery(ownHoursQuery());
  const span = workSpan(work);
  const other = hours.data?.rows.find(
    (entry) =>
      span !== null &&
      entry.noteId !== noteId &&
      new Date(entry.startTime) < span.end &&
      new Date(entry.endTime) > span.start,
  );
  return (
    // Always mounted: screen readers announce only changes of an existing region.
    <div role="status" className={other ? undefined : 'sr-only'}>
      {other && (
        <p className="text-sm wrap-anywhere text-pending-ink">
          You already have work within this time: {other.clientName},{' '}
          <span className="tabular">{formatSpan(other.startTime, other.endTime, work.timeZone)}</span>.
        </p>
      )}
    </div>
  );
}
