import { Search } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import type { NoteStatus } from '#features/notes/contract.ts';
import { StatusFilter } from '#features/notes/web/public.tsx';
import { QUERY_MAX } from '#features/search/rules.ts';
import { ServiceFilter } from '#features/services/web/public.tsx';

/** The search; undefined for no filter. */
export type SearchFields = {
  q: string | undefined;
  category: string | undefined;
  status: NoteStatus | undefined;
  /** First and last day of work. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
};

const EMPTY: SearchFields = {
  q: undefined,
  category: undefined,
  status: undefined,
  dateFrom: undefined,
  dateTo: undefined,
};

type SearchFormProps = {
  /** The search in the address. */
  query: SearchFields;
  running: boolean;
  onSearch: (fields: SearchFields) => void;
  onClear: () => void;
};

/** Text and filters. The search runs on Search or Enter. */
export function SearchForm({ query, running, onSearch, onClear }: SearchFormProps) {
  const [fields, setFields] = useFieldsOf(query);
  const [error, setError] = useState<string>();
  const change = (values: Partial<SearchFields>) => {
    setFields({ ...fields, ...values });
    setError(undefined);
  };
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { q, dateFrom, dateTo } = fields;
    if (dateFrom && dateTo && dateTo < dateFrom) {
      setError("The last day can't be before the first");
      event.currentTarget.querySelector<HTMLElement>('[name=dateTo]')?.focus();
      return;
    }
    onSearch({ ...fields, q: q?.trim() || undefined });
  }
  function clear() {
    setFields(EMPTY);
    setError(undefined);
    onClear();
  }
  return (
    <form
      role="search"
      aria-label="Notes"
      noValidate
      onSubmit={submit}
      className="grid grid-cols-2 gap-3 rounded-md border border-line bg-surface p-4 shadow-raised lg:grid-cols-4"
    >
      <Field label="Search text" className="col-span-full">
        <SearchInput
          name="q"
          placeholder="Note, client or author"
          maxLength={QUERY_MAX}
          value={fields.q ?? ''}
          onChange={(event) => change({ q: event.target.value })}
          onClear={() => change({ q: undefined })}
        />
      </Field>
      <ServiceFilter
        label="Services"
        all="All services"
        value={fields.category}
        onChange={(category) => change({ category })}
      />
      <StatusFilter value={fields.status} onChange={(status) => change({ status })} />
      <Field label="Date from">
        <DateInput
          name="dateFrom"
          value={fields.dateFrom ?? ''}
          onChange={(event) => change({ dateFrom: event.target.value || undefined })}
        />
      </Field>
      <Field label="Date to" error={error}>
        <DateInput
          name="dateTo"
          value={fields.dateTo ?? ''}
          onChange={(event) => change({ dateTo: event.target.value || undefined })}
        />
      </Field>
      <div className="col-span-full flex gap-2 max-sm:*:flex-1 sm:justify-end">
        <Button onClick={clear}>Clear All</Button>
        <Button type="submit" variant="primary" icon={<Search aria-hidden />} pending={running}>
          Search
        </Button>
      </div>
    </form>
  );
}

/** The form state, reset when the address changes to another search (back, forward). */
function useFieldsOf(query: SearchFields) {
  const key = JSON.stringify(query);
  const [state, setState] = useState({ key, fields: query });
  if (state.key !== key) setState({ key, fields: query });
  const setFields = (fields: SearchFields) => setState({ key, fields });
  return [state.fields, setFields] as const;
}
