import { useQuery } from '@tanstack/react-query';
import { DateInput } from '#platform/web/ui/DateInput.tsx';
import { Field } from '#platform/web/ui/Field.tsx';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery } from '#features/people/web/queries.ts';
import type { AuditFilters } from '#features/audit/web/queries.ts';
import { toOptions } from '#platform/web/ui/options.ts';
import { objectLabels } from './auditLabels.ts';

/** The filters as they are in the address. */
export type ShownFilters = Omit<AuditFilters, 'from' | 'to'> & {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
};

type AuditFilterBarProps = { filters: ShownFilters; onChange: (change: ShownFilters) => void };

const objectOptions = toOptions(objectLabels);

/** Filters of the audit log: actor, object, and period. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const people = useQuery(peopleQuery());
  const personOptions = (people.data ?? []).map((person) => ({
    value: String(person.id),
    label: fullNameOf(person),
  }));
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FilterSelect
        label="Who"
        all="Everyone"
        value={filters.actor === undefined ? undefined : String(filters.actor)}
        options={personOptions}
        onChange={(actor) => onChange({ actor: actor === undefined ? undefined : Number(actor) })}
      />
      <FilterSelect
        label="About"
        all="Anything"
        value={filters.object}
        options={objectOptions}
        onChange={(object) => onChange({ object, objectId: undefined })}
      />
      <Field label="From">
        <DateInput
          value={filters.dateFrom ?? ''}
          max={filters.dateTo}
          onChange={(event) => onChange({ dateFrom: event.target.value || undefined })}
        />
      </Field>
      <Field label="To">
        <DateInput
          value={filters.dateTo ?? ''}
          min={filters.dateFrom}
          onChange={(event) => onChange({ dateTo: event.target.value || undefined })}
        />
      </Field>
    </div>
  );
}
