import { Archive, ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatRate } from '#platform/contract/decimalFormat.ts';
import { confirmChange } from '#platform/web/confirmChange.ts';
import { failureToast } from '#platform/web/failureToast.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { IconButton } from '#platform/web/ui/IconButton.tsx';
import { roundingLabels } from '#features/services/rules.ts';
import {
  useArchiveBusinessService,
  useChangeBusinessService,
  type BusinessService,
} from '#features/services/web/queries.ts';

type ActiveServiceProps = {
  service: BusinessService;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onArchived: () => void;
};

/** An active service. The arrow keys on its buttons move it. */
export function ActiveService({ service, isFirst, isLast, onMove, onEdit, onArchived }: ActiveServiceProps) {
  const archival = useArchiveBusinessService();
  const { name } = service;
  function moveByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  async function archive() {
    const isArchived = await confirmChange({
      title: `Archive ${name}?`,
      body: 'It can’t be used for new notes. Existing notes don’t change, and you can restore it anytime.',
      confirmLabel: 'Archive',
      change: () => archival.mutateAsync(service.id),
      done: 'Service archived',
      failed: 'Failed to archive service',
    });
    if (isArchived) onArchived();
  }
  return (
    <ServiceRow service={service}>
      <IconButton
        label={`Move ${name} up`}
        icon={<ArrowUp aria-hidden />}
        aria-disabled={isFirst}
        className="aria-disabled:opacity-55"
        onClick={() => onMove(-1)}
        onKeyDown={moveByKey}
      />
      <IconButton
        label={`Move ${name} down`}
        icon={<ArrowDown aria-hidden />}
        aria-disabled={isLast}
        className="aria-disabled:opacity-55"
        onClick={() => onMove(1)}
        onKeyDown={moveByKey}
      />
      <IconButton label={`Edit ${name}`} icon={<Pencil aria-hidden />} onClick={onEdit} />
      <IconButton
        label={`Archive ${name}`}
        icon={<Archive aria-hidden />}
        pending={archival.isPending}
        onClick={() => void archive()}
      />
    </ServiceRow>
  );
}

type ArchivedServiceProps = { service: BusinessService; onRestored: () => void };

/** An archived service, which can be restored. */
export function ArchivedService({ service, onRestored }: ArchivedServiceProps) {
  const change = useChangeBusinessService();
  async function restore() {
    try {
      await change.mutateAsync({ id: service.id, body: { archived: false } });
      toast({ title: 'Service restored' });
      onRestored();
    } catch (error) {
      failureToast(error, 'Failed to restore service');
    }
  }
  return (
    <ServiceRow service={service}>
      <Button size="sm" pending={change.isPending} onClick={() => void restore()}>
        Restore<span className="sr-only"> {service.name}</span>
      </Button>
    </ServiceRow>
  );
}

const authorizationDetails = {
  no: null,
  warn: 'Warns without an authorization',
  block: 'Authorization required',
};

function ServiceRow({ service, children }: { service: BusinessService; children: ReactNode }) {
  const { name, code, description, unitRate, rounding, authorizationRequired } = service;
  const details = [
    code,
    roundingLabels[rounding],
    unitRate && `${formatRate(unitRate)} per unit`,
    authorizationDetails[authorizationRequired],
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">{details.filter(Boolean).join(' · ')}</p>
        {description && <p className="text-sm wrap-anywhere">{description}</p>}
      </div>
      <div className="flex items-center">{children}</div>
    </li>
  );
}
