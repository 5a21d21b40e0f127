import type { ComboboxOption } from '#platform/web/ui/comboboxFilter.ts';
import { fullNameOf } from '#features/people/rules.ts';
import type { Colleague } from '#features/people/web/queries.ts';

/** Who can get a message: every colleague but those who left; one who is chosen already stays in view. */
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
