import { formatSpan } from '#platform/web/format.ts';
import { Banner } from '#platform/web/ui/Banner.tsx';
import type { Note } from '#features/notes/web/queries.ts';

type Work = Pick<Note['overlaps'][number], 'noteId' | 'clientName' | 'startTime' | 'endTime'>;
type OverlapsProps = { employee: string; overlaps: readonly Work[]; timeZone: string };

/** Warns of other work of the same employee at the same time. */
export function Overlaps({ employee, overlaps, timeZone }: OverlapsProps) {
  return (
    <Banner tone="pending" title={`${employee} has other work within this time`}>
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
