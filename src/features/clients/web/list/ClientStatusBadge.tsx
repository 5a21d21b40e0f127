import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { clientStatusLabels } from '#features/clients/rules.ts';
import type { ClientStatus } from '#features/clients/web/queries.ts';

/** Active or inactive. */
export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  const tone = status === 'active' ? 'success' : 'neutral';
  return <StatusBadge tone={tone}>{clientStatusLabels[status]}</StatusBadge>;
}
