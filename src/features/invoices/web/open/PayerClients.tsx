import { useId, useState, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { plural } from '#platform/web/format.ts';
import { filterOptions } from '#platform/web/ui/comboboxFilter.ts';
import { FieldNotes } from '#platform/web/ui/Field.tsx';
import { SearchInput } from '#platform/web/ui/SearchInput.tsx';
import type { OpenWork } from '#features/invoices/web/queries.ts';
import type { NewDraftValues } from './newDraftForm.ts';

/** The number of clients from which on they can be searched. */
const SEARCHED_FROM = 8;

/** The clients that an invoice to a payer is for: all of them, or some. */
export function PayerClients({ clients }: { clients: readonly OpenWork[] }) {
  const id = useId();
  const [text, setText] = useState('');
  const { field, fieldState } = useController<NewDraftValues, 'excludedClientIds'>({
    name: 'excludedClientIds',
  });
  const excluded = new Set(field.value);
  const error = fieldState.error?.message;
  const toggle = (clientId: number) => {
    if (!excluded.delete(clientId)) excluded.add(clientId);
    field.onChange([...excluded]);
  };
  const isAll = clients.every(({ clientId }) => !excluded.has(clientId));
  const options = clients.map(({ clientId, clientName, visits }) => ({
    value: String(clientId),
    label: clientName,
    hint: plural(visits, 'visit', 'visits'),
    searchText: clientName,
  }));
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Clients</legend>
      <Checkbox
        checked={isAll}
        onChange={() => field.onChange(isAll ? clients.map(({ clientId }) => clientId) : [])}
      >
        All clients with visits to bill ({clients.length})
      </Checkbox>
      {clients.length >= SEARCHED_FROM && (
        <SearchInput
          aria-label="Search clients"
          placeholder="Search clients"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onClear={() => setText('')}
          className="my-1.5"
        />
      )}
      <ul aria-label="Clients" className="max-h-60 overflow-y-auto border-t border-line">
        {filterOptions(options, text).map(({ value, label, hint }) => (
          <li key={value}>
            <Checkbox checked={!excluded.has(Number(value))} onChange={() => toggle(Number(value))}>
              {label} <span className="text-muted">{hint}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

type CheckboxProps = { checked: boolean; onChange: () => void; children: ReactNode };

const Checkbox = ({ checked, onChange, children }: CheckboxProps) => (
  <label className="flex min-h-9 cursor-pointer items-center gap-2.5 py-1 text-sm wrap-anywhere pointer-coarse:min-h-11">
    <input
      type="checkbox"
      checked={checked}
      onChange={onChange}
      className="size-4.5 shrink-0 accent-(--color-accent)"
    />
    <span className="min-w-0">{children}</span>
  </label>
);
