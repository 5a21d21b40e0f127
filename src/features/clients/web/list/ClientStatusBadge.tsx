import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import type { ClientStatus } from '#features/clients/web/queries.ts';

/** Active or inactive. */
export function ClientStatusBadge({ status }: { status: ClientStatus }) {
  return status === 'active' ? (
    <StatusBadge tone="success">Active</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Inactive</StatusBadge>
  );
}
