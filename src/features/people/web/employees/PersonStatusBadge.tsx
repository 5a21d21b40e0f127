import type { PersonStatus } from '#features/people/contract.ts';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';

const looks = {
  active: { tone: 'success', label: 'Active' },
  on_leave: { tone: 'pending', label: 'On leave' },
  inactive: { tone: 'neutral', label: 'Inactive' },
} as const;

/** Active, on leave or inactive. */
export function PersonStatusBadge({ status }: { status: PersonStatus }) {
  return <StatusBadge tone={looks[status].tone}>{looks[status].label}</StatusBadge>;
}
