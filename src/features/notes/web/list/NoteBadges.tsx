import { Badge } from '#platform/web/ui/Badge.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';
import { priorityLabels, statusLabels } from '#features/notes/rules.ts';
import { priorityTones, statusTones } from './noteLabels.ts';

/** The status of a note. */
export function NoteStatusBadge({ status }: { status: NoteStatus }) {
  return <StatusBadge tone={statusTones[status]}>{statusLabels[status]}</StatusBadge>;
}

/** The priority of a note. */
export function PriorityBadge({ priority }: { priority: NotePriority }) {
  return <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>;
}
