import { Trash2 } from 'lucide-react';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { formatDate, formatDay } from '#platform/web/format.ts';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { StatusBadge } from '#platform/web/ui/StatusBadge.tsx';
import { useRemoveService, type ClientService } from '#features/clients/web/queries.ts';
import { serviceStatusLabels } from '#features/clients/rules.ts';

const tones = {
  approved: 'success',
  pending: 'pending',
  suspended: 'danger',
  expired: 'neutral',
} as const;

type ServiceItemProps = { service: ClientService; timeZone: string; removable: boolean };

/** One service of a client, which managers can remove. */
export function ServiceItem({ service, timeZone, removable }: ServiceItemProps) {
  const removal = useRemoveService();
  const remove = () =>
    confirmChange({
      title: `Remove ${service.serviceName}?`,
      body: "The client will lose this service. Existing notes don't change.",
      confirmLabel: 'Remove',
      change: () => removal.mutateAsync(service.id),
      done: 'Service removed successfully',
      failed: 'Failed to remove service',
    });
  return (
    <li className="flex items-start gap-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{service.serviceName}</span>
          <StatusBadge tone={tones[service.status]}>{serviceStatusLabels[service.status]}</StatusBadge>
        </div>
        {service.serviceDescription && (
          <p className="mt-0.5 text-sm wrap-anywhere">{service.serviceDescription}</p>
        )}
        <p className="mt-1 text-sm text-muted">{datesOf(service, timeZone)}</p>
        {service.notes && <p className="mt-1 text-sm wrap-anywhere text-muted">{service.notes}</p>}
      </div>
      {removable && (
        <IconButton
          label={`Remove ${service.serviceName}`}
          icon={<Trash2 aria-hidden />}
          pending={removal.isPending}
          onClick={() => void remove()}
        />
      )}
    </li>
  );
}

function datesOf({ approvedByName, approvedDate, expiryDate }: ClientService, timeZone: string): string {
  const approved = [
    approvedByName && `by ${approvedByName}`,
    approvedDate && `on ${formatDate(approvedDate, timeZone)}`,
  ].filter(Boolean);
  return [
    approved.length > 0 && `Approved ${approved.join(' ')}`,
    expiryDate ? `Expires ${formatDay(expiryDate)}` : 'No expiry date',
  ]
    .filter(Boolean)
    .join(' · ');
}
