import type { ComboboxOption } from '#platform/web/ui/comboboxFilter.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { Colleague } from '#features/people/web/queries.ts';

/** Possible recipients: active colleagues, and the one already chosen. */
export function recipientsFor(
  people: readonly Colleague[],
  { userId, chosen }: { userId: number; chosen: string },
): ComboboxOption[] {
  return people
    .filter(
      (person) => person.id !== userId && (person.status !== 'inactive' || String(person.id) === chosen),
    )
    .map((person) => ({
      value: String(person.id),
      label: [fullNameOf(person), person.department].filter(Boolean).join(' · '),
      ...(person.status === 'on_leave' && { hint: 'On leave' }),
    }));
}
