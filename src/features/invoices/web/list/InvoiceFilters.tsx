import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { stateLabels } from '#features/invoices/rules.ts';

const stateOptions = [
  { value: 'overdue' as const, label: 'Overdue' },
  ...(Object.keys(stateLabels) as (keyof typeof stateLabels)[]).map((value) => ({
    value,
    label: stateLabels[value],
  })),
];

type Filters = { state: (typeof stateOptions)[number]['value'] | undefined; clientId: number | undefined };

type InvoiceFiltersProps = { filters: Filters; onChange: (change: Partial<Filters>) => void };

/** The state of an address; undefined for an unknown one. */
export const toState = (text: string | undefined): Filters['state'] =>
  stateOptions.find(({ value }) => value === text)?.value;

/** Filters of the invoices by state and by the clients whose visits they have. */
export function InvoiceFilters({ filters: { state, clientId }, onChange }: InvoiceFiltersProps) {
  const clients = useClients();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FilterSelect
        label="State"
        all="All states"
        value={state}
        options={stateOptions}
        onChange={(next) => onChange({ state: next })}
      />
      <FilterSelect
        label="Client"
        all="All clients"
        value={clientId === undefined ? undefined : String(clientId)}
        options={(clients.data ?? []).map(({ id, contactName, companyName }) => ({
          value: String(id),
          label: `${contactName} (${companyName})`,
        }))}
        onChange={(id) => onChange({ clientId: id === undefined ? undefined : Number(id) })}
      />
    </div>
  );
}
