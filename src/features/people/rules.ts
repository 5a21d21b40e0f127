/** Rules about people that both halves know. */
import type { Role } from '#platform/contract/role.ts';
import type { PersonStatus } from './contract.ts';

/**
 * The form in which usernames are compared: `Ada`, `ada` and the full-width `ａｄａ` are one name.
 * Upper case first, because it folds what lower case alone keeps apart (`ß` and `ss`).
 */
export const usernameKey = (username: string): string =>
  username.trim().normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

const DAY_MS = 24 * 60 * 60 * 1000;

/** Issued before this moment, 7 days ago, a password cannot be looked up any more. */
export const viewableSince = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS);

/** Whether a person counts toward the employees of the plan: inactive people and admins do not. */
export const countsTowardPlan = (person: { role: Role; status: PersonStatus }): boolean =>
  person.role !== 'admin' && person.status !== 'inactive';

/** How a person is called in lists and sentences. */
export const fullNameOf = (person: {
  firstName: string | null;
  lastName: string | null;
  username: string;
}): string => [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username;

/** A role as it is read: 'Manager'; 'User' where there is none. */
export const roleLabel = (role: Role | undefined): string =>
  role ? `${role.charAt(0).toUpperCase()}${role.slice(1)}` : 'User';
