import { plural } from '#platform/web/format.ts';
import { Field } from '#platform/web/ui/Field.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { FORECAST_STATE_ORDER, forecastStateLabels } from '#features/clients/forecastStateRules.ts';
import { clientStatusLabels } from '#features/clients/rules.ts';
import type { ClientStatus } from '#features/clients/web/queries.ts';
import type { ClientFilter } from './clientFilter.ts';

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'units', label: 'Fewest units left first' },
  { value: 'state', label: 'Most urgent first' },
];
const states = [{ value: 'all', label: 'All unit statuses' }, ...toOptions(forecastStateLabels)];
const statuses = [{ value: 'all', label: 'All statuses' }, ...toOptions(clientStatusLabels)];

type ClientFiltersProps = {
  filter: ClientFilter;
  onChange: (filter: ClientFilter) => void;
  matches: number;
  total: number;
};

/** Search text, status, forecast and order, with the number of matches. */
export function ClientFilters({ filter, onChange, matches, total }: ClientFiltersProps) {
  const { q = '', status, state, sort } = filter;
  return (
    <search className="grid flex-1 grid-cols-2 items-center gap-x-3 gap-y-2 sm:flex sm:flex-wrap">
      <Field
        label="Search clients"
        hideLabel
        className="col-span-2 min-w-0 sm:max-w-80 sm:flex-1 sm:basis-48"
      >
        <SearchInput
          value={q}
          maxLength={200}
          placeholder="Name, ID or phone"
          onChange={(event) => onChange({ ...filter, q: event.target.value || undefined })}
          onClear={() => onChange({ ...filter, q: undefined })}
        />
      </Field>
      <Field label="Status" hideLabel className="sm:w-36">
        <Select
          options={statuses}
          value={status ?? 'all'}
          onChange={(event) => {
            const chosen = event.target.value;
            onChange({ ...filter, status: chosen === 'all' ? undefined : (chosen as ClientStatus) });
          }}
        />
      </Field>
      <Field label="Unit status" hideLabel className="sm:w-40">
        <Select
          options={states}
          value={state ?? 'all'}
          onChange={({ target }) =>
            onChange({ ...filter, state: FORECAST_STATE_ORDER.find((one) => one === target.value) })
          }
        />
      </Field>
      <Field label="Sort" hideLabel className="sm:w-48">
        <Select
          options={sorts}
          value={sort ?? 'newest'}
          onChange={({ target }) =>
            onChange({ ...filter, sort: (['units', 'state'] as const).find((one) => one === target.value) })
          }
        />
      </Field>
      <p role="status" className="tabular text-sm text-muted">
        {matches === total
          ? plural(total, 'client', 'clients')
          : `${matches} of ${plural(total, 'client', 'clients')}`}
      </p>
    </search>
  );
}
