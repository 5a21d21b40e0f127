import type { ComboboxOption } from '#platform/web/ui/comboboxFilter.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { Colleague } from '#features/people/web/queries.ts';

function hintOf({ department, status }: Colleague): string {
  return [department, status === 'on_leave' && 'on leave'].filter(Boolean).join(', ');
}

/** The employees who can still be assigned: active and not assigned yet. */
export function assignable(people: readonly Colleague[], assigned: readonly number[]): ComboboxOption[] {
  return people
    .filter((person) => person.status !== 'inactive' && !assigned.includes(person.id))
    .map((person) => ({ value: String(person.id), label: fullNameOf(person), hint: hintOf(person) }));
}
