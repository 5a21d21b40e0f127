/** Chooses the account that a visit uses by data stored on the device, when the server is unreachable. */

import type { Account } from '#features/clients/authorizationContract.ts';
import type { AuthorizationRule } from '#features/services/contract.ts';

export type KnownAccount = Pick<Account, 'serviceKey' | 'available'>;

interface VisitToAllocate {
  service: { key: string; authorizationRequired: AuthorizationRule };
  /** `YYYY-MM-DD` */
  workDate: string;
  today: string;
}

/**
 * The only authorization of the service in force, or the general account without one.
 * @returns null when it is not known: of a day before today, whose authorizations may have lapsed; when the choice of
 * several depends on their caps; when the service requires an authorization
 */
export function findKnownAccount(
  accounts: readonly Account[],
  { service, workDate, today }: VisitToAllocate,
): KnownAccount | null {
  if (workDate < today) return null;
  const ofService = accounts.filter(({ serviceKey }) => serviceKey === service.key);
  // An earlier release stored no days.
  if (ofService.some(({ inForce }) => inForce === undefined)) return null;
  const [first, ...others] = ofService.filter(({ inForce }) => inForce && isWithin(inForce, workDate));
  if (first) return others.length === 0 ? first : null;
  if (service.authorizationRequired === 'block') return null;
  return accounts.find(({ serviceKey }) => serviceKey === null) ?? null;
}

const isWithin = ({ from, to }: { from: string | null; to: string | null }, day: string): boolean =>
  (from ?? day) <= day && (to ?? day) >= day;
