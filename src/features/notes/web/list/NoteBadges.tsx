import { Badge } from '#platform/web/ui/Badge.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';
import { priorityLabels, statusLabels } from '#features/notes/rules.ts';
import { priorityTones, statusTones } from './noteLabels.ts';

/** A note's state as picture and word. */
export function NoteStatusBadge({ status }: { status: NoteStatus }) {
  return <StatusBadge tone={statusTones[status]}>{statusLabels[status]}</StatusBadge>;
}

/** A note's priority in words. */
export function PriorityBadge({ priority }: { priority: NotePriority }) {
  return <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>;
}
