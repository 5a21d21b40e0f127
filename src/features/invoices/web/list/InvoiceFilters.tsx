import { sortByLabel } from '#platform/web/sortByName.ts';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { useClients } from '#features/clients/web/queries.ts';
import { stateLabels } from '#features/invoices/rules.ts';
import { usePayers, type InvoiceRow } from '#features/invoices/web/queries.ts';

const stateOptions = [
  { value: 'overdue' as const, label: 'Overdue' },
  ...(Object.keys(stateLabels) as (keyof typeof stateLabels)[]).map((value) => ({
    value,
    label: stateLabels[value],
  })),
];

type Filters = {
  state: (typeof stateOptions)[number]['value'] | undefined;
  clientId: number | undefined;
  /** The name on the invoices. */
  payer: string | undefined;
};

type InvoiceFiltersProps = {
  filters: Filters;
  /** The invoices on the screen: their archived clients and former payers are choices too. */
  rows: readonly InvoiceRow[] | undefined;
  onChange: (change: Partial<Filters>) => void;
};

/** The state of an address; undefined for an unknown one. */
export const toState = (text: string | undefined): Filters['state'] =>
  stateOptions.find(({ value }) => value === text)?.value;

/** Filters of the invoices by status, by the clients whose visits they have, and by payer. */
export function InvoiceFilters({ filters: { state, clientId, payer }, rows, onChange }: InvoiceFiltersProps) {
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
        options={useClientOptions(rows, clientId)}
        onChange={(id) => onChange({ clientId: id === undefined ? undefined : Number(id) })}
      />
      <FilterSelect
        label="Payer"
        all="All payers"
        value={payer}
        options={usePayerOptions(rows, payer)}
        onChange={(next) => onChange({ payer: next })}
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
  return sortByLabel([...labels].map(([id, label]) => ({ value: String(id), label })));
}

/** The payers, the former names on the invoices on the screen, and the chosen one. */
function usePayerOptions(rows: readonly InvoiceRow[] | undefined, chosen: string | undefined) {
  const { data } = usePayers();
  const names = [...(data ?? []).map(({ name }) => name), ...(rows ?? []).map(({ payer }) => payer), chosen];
  return sortByLabel([...new Set(names)].flatMap((name) => (name ? { value: name, label: name } : [])));
}
