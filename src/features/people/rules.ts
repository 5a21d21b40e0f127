import type { PersonStatus } from '#platform/contract/personStatus.ts';
import type { Role } from '#platform/contract/role.ts';

/**
 * Folds a username for comparison: `Ada`, `ada` and the full-width `ａｄａ` are equal. Converts to upper case first,
 * which makes `ß` and `ss` equal.
 */
export const usernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the time, 7 days ago, before which a temporary password can no longer be viewed. */
export const viewableSince = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS);

/** Returns whether a person counts toward the employees of the plan: inactive people and admins do not. */
export const countsTowardPlan = (person: { role: Role; status: PersonStatus }): boolean =>
  person.role !== 'admin' && person.status !== 'inactive';

/** First and last name, or the username. */
export const fullNameOf = (person: {
  firstName: string | null;
  lastName: string | null;
  username: string;
}): string => [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username;

/** The label of a role: 'Manager'; 'User' without one. */
export const roleLabel = (role: Role | undefined): string =>
  role ? `${role.charAt(0).toUpperCase()}${role.slice(1)}` : 'User';

export const personStatusLabels: Record<PersonStatus, string> = {
  active: 'Active',
  on_leave: 'On leave',
  inactive: 'Inactive',
};
