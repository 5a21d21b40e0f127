import { Banner } from '#platform/web/ui/Banner.tsx';
import { formatSpan } from '#platform/web/format.ts';
import { workSpan } from '#features/units/rules.ts';
import type { WorkTime } from '#features/units/rules.ts';
import type { Note } from '#features/notes/web/queries.ts';
import { useOwnHours } from '#features/notes/web/queries.ts';

type Work = Pick<Note['overlaps'][number], 'noteId' | 'clientName' | 'startTime' | 'endTime'>;
type OverlapsProps = { who: string; overlaps: readonly Work[]; timeZone: string };

/** Whoever decides or audits has to know of work that one person cannot have done. */
export function Overlaps({ who, overlaps, timeZone }: OverlapsProps) {
  return (
    <Banner tone="pending" title={`${who} has other work within this time`}>
      <ul>
        {overlaps.map(({ noteId, clientName, startTime, endTime }) => (
          <li key={noteId} className="wrap-anywhere">
            {clientName}, <span className="tabular">{formatSpan(startTime, endTime, timeZone)}</span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type OverlapHintProps = {
  work: WorkTime;
  /** The note that is being edited, which is about this time itself. */
  noteId: number | undefined;
};

/** Said while one types, when it is a slip that is still easily mended. It refuses nothing: hand-overs take a while. */
export function OverlapHint({ work, noteId }: OverlapHintProps) {
  const hours = useOwnHours();
  const span = workSpan(work);
  const other = hours.data?.rows.find(
    (entry) =>
      span !== null &&
      entry.noteId !== noteId &&
      new Date(entry.startTime) < span.end &&
      new Date(entry.endTime) > span.start,
  );
  return (
    // There from the beginning, or what comes into it would not be read out.
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
