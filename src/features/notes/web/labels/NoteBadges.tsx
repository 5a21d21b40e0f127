import { MessageCircleWarning } from 'lucide-react';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { NotePriority, NoteStatus } from '#features/notes/contract.ts';
import { priorityLabels, statusLabels } from '#features/notes/rules.ts';
import { priorityTones, statusTones } from './noteLabels.ts';

export const NoteStatusBadge = ({ status }: { status: NoteStatus }) => (
  <StatusBadge tone={statusTones[status]}>{statusLabels[status]}</StatusBadge>
);

export const DisputedBadge = () => (
  <Badge tone="danger" icon={<MessageCircleWarning aria-hidden />}>
    Disputed
  </Badge>
);

export const PriorityBadge = ({ priority }: { priority: NotePriority }) => (
  <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
);
