import { DateRangeFields, type DateRange } from '#platform/web/ui/DateRangeFields.tsx';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { toOptions } from '#platform/web/ui/options.ts';
import type { AuditFilters } from '#features/audit/web/queries.ts';
import { PersonFilter } from '#features/people/web/public.tsx';
import { objectLabels } from './auditLabels.ts';

/** The filters in the URL. */
export type ShownFilters = Omit<AuditFilters, 'from' | 'to'> & DateRange;

type AuditFilterBarProps = { filters: ShownFilters; onChange: (change: ShownFilters) => void };

const objectOptions = toOptions(objectLabels);

/** Filters of the audit log: actor, object, and period. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <PersonFilter
        label="Who"
        all="Everyone"
        value={filters.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <FilterSelect
        label="About"
        all="Anything"
        value={filters.object}
        options={objectOptions}
        onChange={(object) => onChange({ object, objectId: undefined })}
      />
      <DateRangeFields range={filters} onChange={onChange} />
    </div>
  );
}
