import { Info, TriangleAlert } from 'lucide-react';
import { plural } from '#platform/web/format.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import type { ManagedNoteRow } from '#features/notes/web/queries.ts';

/** The number of a note's checks that are not explained: '2 checks'; nothing without any. */
export function ChecksBadge({ note: { checks, level } }: { note: Pick<ManagedNoteRow, 'checks' | 'level'> }) {
  if (level === 'clear') return null;
  return level === 'warning' ? (
    <Badge tone="pending" icon={<TriangleAlert aria-hidden />}>
      {plural(checks.length, 'check', 'checks')}
    </Badge>
  ) : (
    <Badge tone="info" icon={<Info aria-hidden />}>
      {plural(checks.length, 'check', 'checks')}
    </Badge>
  );
}
