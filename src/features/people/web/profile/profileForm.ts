import type { z } from 'zod';
import { profileInput } from '#features/people/contract.ts';
import type { Person, ProfileChange } from '#features/people/web/queries.ts';

export const profileSchema = profileInput;

export type ProfileValues = z.input<typeof profileSchema>;
export type ProfileOutput = z.output<typeof profileSchema>;

/** The initial values of the form. */
export const profileValues = (person: Person): ProfileValues => ({
  firstName: person.firstName ?? '',
  lastName: person.lastName ?? '',
  email: person.email ?? '',
  phone: person.phone ?? '',
  position: person.position ?? '',
  department: person.department ?? '',
  bio: person.bio ?? '',
  address: person.address ?? '',
  status: person.status,
  role: person.role,
});

/** The fields that differ from the profile as it was when the form opened; changes by others stay. */
export const profileChanges = (before: Person, values: ProfileOutput): ProfileChange =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => before[name as keyof Person] !== value),
  );
