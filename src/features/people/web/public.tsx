/** The Add Employee dialog, the credential fields and a filter by person, for other features. */

import { useQuery } from '@tanstack/react-query';
import { sortByLabel } from '#platform/web/sortByName.ts';
import { FilterSelect } from '#platform/web/ui/FilterSelect.tsx';
import { lazyDialog } from '#platform/web/ui/lazyComponent.tsx';
import { fullNameOf } from '#features/people/rules.ts';
import { peopleQuery } from './queries.ts';

export { CredentialFields } from './profile/PersonFields.tsx';

/** The Add Employee dialog. */
export const AddEmployeeDialog = lazyDialog(
  async () => (await import('./employees/AddEmployee.tsx')).AddEmployee,
);

type PersonFilterProps = {
  label: string;
  /** The label of no filter: 'All employees'. */
  all: string;
  value: number | undefined;
  onChange: (personId: number | undefined) => void;
};

/** A filter of a list by person. */
export function PersonFilter({ value, onChange, ...labels }: PersonFilterProps) {
  const people = useQuery(peopleQuery()).data ?? [];
  return (
    <FilterSelect
      {...labels}
      value={value === undefined ? undefined : String(value)}
      options={sortByLabel(people.map((person) => ({ value: String(person.id), label: fullNameOf(person) })))}
      onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
    />
  );
}
