import { sortByLabel } from '#platform/web/sortByName.ts';
import { DateRangeFields } from '#platform/web/ui/DateRangeFields.tsx';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { PersonFilter } from '#features/people/web/public.tsx';
import { ServiceFilter } from '#features/services/web/public.tsx';
import type { QueueFilters } from './queries.ts';
import { getQueueFlag } from './queueFlag.ts';

type QueueFilterFieldsProps = { filters: QueueFilters; onChange: (change: QueueFilters) => void };

const flags = [
  { value: 'warnings', label: 'With warnings' },
  { value: 'resubmitted', label: 'Sent back and signed again' },
] as const;

/** Filters of the queue by checks, employee, client, service and work dates. */
export function QueueFilterFields({ filters, onChange }: QueueFilterFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 pb-2">
      <FilterSelect
        label="Show"
        all="All notes"
        value={getQueueFlag(filters)}
        options={flags}
        onChange={(flag) =>
          onChange({
            warnings: flag === 'warnings' ? true : undefined,
            resubmitted: flag === 'resubmitted' ? true : undefined,
          })
        }
      />
      <PersonFilter
        label="Employee"
        all="All employees"
        value={filters.authorId}
        onChange={(authorId) => onChange({ authorId })}
      />
      <ClientFilter clientId={filters.clientId} onChange={(clientId) => onChange({ clientId })} />
      <ServiceFilter
        label="Service"
        all="All services"
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      <DateRangeFields range={filters} onChange={onChange} />
    </div>
  );
}

type ClientFilterProps = { clientId: number | undefined; onChange: (clientId: number | undefined) => void };

function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const clients = useClients();
  return (
    <FilterSelect
      label="Client"
      all="All clients"
      value={clientId === undefined ? undefined : String(clientId)}
      options={sortByLabel(
        (clients.data ?? []).map((client) => ({
          value: String(client.id),
          label: `${client.contactName} (${client.companyName})`,
        })),
      )}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
