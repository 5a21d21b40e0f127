import type { PersonStatus } from '#platform/contract/personStatus.ts';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { personStatusLabels } from '#features/people/rules.ts';

const tones = { active: 'success', on_leave: 'pending', inactive: 'neutral' } as const;

/** Active, on leave or inactive. */
export function PersonStatusBadge({ status }: { status: PersonStatus }) {
  return <StatusBadge tone={tones[status]}>{personStatusLabels[status]}</StatusBadge>;
}
