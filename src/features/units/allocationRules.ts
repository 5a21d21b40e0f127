/** The account that the units of a note are allocated to. Units are decimals as text, dates are `YYYY-MM-DD`. */

import { add, compare, signOf, subtract } from '#platform/contract/decimals.ts';
import type { AuthorizationRule } from '#features/services/contract.ts';
import { unitsLabel } from '#features/services/rules.ts';
import type { UnitCheck, UnitRefusal } from '#features/units/contract.ts';

/** An authorization of the note's client and service that is in force on the day of the work. */
export interface InForce {
  id: number;
  /** Null without an expiry date. */
  expiryDate: string | null;
  /** Null for a permission without units of its own. */
  unitsAuthorized: string | null;
  unitsUsed: string;
  unitsPerWeek: string | null;
  unitsPerMonth: string | null;
  /** Units that other notes have used in the week and in the month of the work. */
  usedInWeek: string;
  usedInMonth: string;
}

export interface AllocationInput {
  /** The units of the note. */
  units: string;
  inForce: readonly InForce[];
  /** The available units of the client's general account. */
  generalAvailable: string;
  authorizationRequired: AuthorizationRule;
  overusePolicy: 'allow' | 'block';
}

/** A limit that the note exceeds. */
export interface Exceeded {
  code: Exclude<UnitRefusal, 'authorization_required'>;
  /** The period of a cap; null for the units of the account. */
  period: 'week' | 'month' | null;
  limit: string;
  used: string;
}

export interface Allocation {
  /** The authorization that the note names; null when none is in force. */
  authorizationId: number | null;
  /** The account that the units are allocated to; null for the general account. */
  accountId: number | null;
  checks: UnitCheck[];
  /** Why the note is refused; null when it may be stored. */
  refusal: Exceeded | { code: 'authorization_required' } | null;
}

/**
 * Chooses one account: of the authorizations in force with units, the one that expires first and can hold the whole
 * note, else the one that expires first and has units left. An exhausted authorization is never replaced by the general
 * account, because that would spend another payer's units.
 */
export function chooseAccount(input: AllocationInput): Allocation {
  const { inForce, units, authorizationRequired, generalAvailable } = input;
  const ordered = inForce.toSorted(compareExpiry);
  const budgets = ordered.filter(({ unitsAuthorized }) => unitsAuthorized !== null);
  if (budgets.length > 0) {
    const chosen =
      budgets.find((one) => findExceeded(units, one).length === 0) ??
      budgets.find((one) => signOf(availableOf(one)) > 0) ??
      budgets[0];
    if (!chosen) throw new Error('No authorization to choose from');
    return decide(input, { authorizationId: chosen.id, accountId: chosen.id }, findExceeded(units, chosen));
  }
  const overGeneral = exceedsAccount(units, generalAvailable);
  const permission = ordered[0];
  if (permission) {
    const exceeded = [...findExceededCaps(units, permission), ...overGeneral];
    return decide(input, { authorizationId: permission.id, accountId: null }, exceeded);
  }
  const none = { authorizationId: null, accountId: null };
  if (authorizationRequired === 'block') {
    return { ...none, checks: [], refusal: { code: 'authorization_required' } };
  }
  return decide(input, none, overGeneral);
}

/** Refuses the note under the policy `block`, else stores what it exceeds. */
function decide(
  { overusePolicy, authorizationRequired }: AllocationInput,
  account: Pick<Allocation, 'authorizationId' | 'accountId'>,
  exceeded: Exceeded[],
): Allocation {
  const [first] = exceeded;
  if (first && overusePolicy === 'block') return { ...account, checks: [], refusal: first };
  const checks = new Set<UnitCheck>(exceeded.map(({ code }) => CHECKS[code]));
  if (account.authorizationId === null && authorizationRequired === 'warn') checks.add('no_authorization');
  return { ...account, checks: [...checks], refusal: null };
}

const CHECKS = { not_enough_units: 'over_units', cap_exceeded: 'cap_exceeded' } as const;

/** The limits of an authorization with units that a note exceeds; its units come first. */
const findExceeded = (units: string, authorization: InForce): Exceeded[] => [
  ...exceedsAccount(units, availableOf(authorization)),
  ...findExceededCaps(units, authorization),
];

/** A note of 0 units fits any balance. */
function exceedsAccount(units: string, available: string): Exceeded[] {
  if (signOf(units) === 0 || compare(units, available) <= 0) return [];
  return [{ code: 'not_enough_units', period: null, limit: available, used: '0.00' }];
}

function findExceededCaps(
  units: string,
  { unitsPerWeek, unitsPerMonth, usedInWeek, usedInMonth }: InForce,
): Exceeded[] {
  const caps = [
    { period: 'week', limit: unitsPerWeek, used: usedInWeek },
    { period: 'month', limit: unitsPerMonth, used: usedInMonth },
  ] as const;
  return caps.flatMap(({ period, limit, used }) => {
    if (limit === null || signOf(units) === 0 || compare(add(used, units), limit) <= 0) return [];
    return [{ code: 'cap_exceeded' as const, period, limit, used }];
  });
}

/** The available units of an authorization. */
export const availableOf = ({ unitsAuthorized, unitsUsed }: Pick<InForce, 'unitsAuthorized' | 'unitsUsed'>) =>
  subtract(unitsAuthorized ?? '0.00', unitsUsed);

/** Earliest expiry first, without an expiry date last, then the lowest id. */
function compareExpiry(a: InForce, b: InForce): number {
  const [first, second] = [a.expiryDate ?? '9999-12-31', b.expiryDate ?? '9999-12-31'];
  if (first !== second) return first < second ? -1 : 1;
  return a.id - b.id;
}

/** A refused note in words: what is missing, with the limit, what is used and what is needed. */
export function describeRefusal(
  refusal: NonNullable<Allocation['refusal']>,
  note: { units: string; workDate: string; serviceName: string; clientName: string },
): string {
  if (refusal.code === 'authorization_required') {
    return `${note.clientName} has no authorization for ${note.serviceName} on ${formatDay(note.workDate)}.`;
  }
  const { period, limit, used } = refusal;
  if (period === null) return `Not enough time units: ${note.units} needed, ${limit} available.`;
  return `The authorization allows ${unitsLabel(limit)} per ${period}. ${Number(used)} are used, and this note needs ${Number(note.units)}.`;
}

/** 'Nov 20, 2026'. */
const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
