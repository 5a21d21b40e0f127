import { sortByLabel } from '#platform/web/sortByName.ts';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { useClients } from '#features/clients/web/queries.ts';
import { statusLabels } from '#features/notes/rules.ts';
import type { NoteFilters } from '#features/notes/web/queries.ts';
import { PersonFilter } from '#features/people/web/public.tsx';
import { ServiceFilter } from '#features/services/web/public.tsx';

type ManagementFiltersProps = { filters: NoteFilters; onChange: (change: NoteFilters) => void };

/** Filters over the notes of the business: status, category, client, employee. */
export function ManagementFilters({ filters, onChange }: ManagementFiltersProps) {
  const clients = useClients();
  const clientOptions = (clients.data ?? []).map((client) => ({
    value: String(client.id),
    label: `${client.companyName} · ${client.contactName}`,
  }));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filters.status}
        options={toOptions(statusLabels)}
        onChange={(status) => onChange({ status })}
      />
      <ServiceFilter
        label="Category"
        all="All categories"
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label="Client"
        all="All clients"
        value={filters.clientId === undefined ? undefined : String(filters.clientId)}
        options={sortByLabel(clientOptions)}
        onChange={(id) => onChange({ clientId: id === undefined ? undefined : Number(id) })}
      />
      <PersonFilter
        label="Employee"
        all="All employees"
        value={filters.authorId}
        onChange={(authorId) => onChange({ authorId })}
      />
    </div>
  );
}
