import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { stateLabels } from '#features/invoices/rules.ts';
import type { InvoiceRow } from '#features/invoices/web/queries.ts';

const stateOptions = [
  { value: 'overdue' as const, label: 'Overdue' },
  ...(Object.keys(stateLabels) as (keyof typeof stateLabels)[]).map((value) => ({
    value,
    label: stateLabels[value],
  })),
];

type Filters = { state: (typeof stateOptions)[number]['value'] | undefined; clientId: number | undefined };

type InvoiceFiltersProps = {
  filters: Filters;
  /** The invoices on the screen: those of archived clients add them to the choice. */
  rows: readonly InvoiceRow[] | undefined;
  onChange: (change: Partial<Filters>) => void;
};

/** The state of an address; undefined for an unknown one. */
export const toState = (text: string | undefined): Filters['state'] =>
  stateOptions.find(({ value }) => value === text)?.value;

/** Filters of the invoices by status and by the clients whose visits they have. */
export function InvoiceFilters({ filters: { state, clientId }, rows, onChange }: InvoiceFiltersProps) {
  const options = useClientOptions(rows, clientId);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FilterSelect
        label="Status"
        all="All statuses"
        value={state}
        options={stateOptions}
        onChange={(next) => onChange({ state: next })}
      />
      <FilterSelect
        label="Client"
        all="All clients"
        value={clientId === undefined ? undefined : String(clientId)}
        options={options}
        onChange={(id) => onChange({ clientId: id === undefined ? undefined : Number(id) })}
      />
    </div>
  );
}

/** The clients, the archived ones of the invoices on the screen, and the chosen one. */
function useClientOptions(rows: readonly InvoiceRow[] | undefined, chosen: number | undefined) {
  const { data } = useClients();
  if (!data) return [];
  const labels = new Map(
    data.map(({ id, contactName, companyName }) => [id, `${contactName} (${companyName})`]),
  );
  for (const { clientId, billToName } of rows ?? [])
    if (clientId !== null && !labels.has(clientId)) labels.set(clientId, `${billToName} (archived)`);
  if (chosen !== undefined && !labels.has(chosen)) labels.set(chosen, 'Archived client');
  return [...labels].map(([id, label]) => ({ value: String(id), label }));
}
