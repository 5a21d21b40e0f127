import type { UnitCheck } from './contract.ts';

/** The checks in words, for managers. */
export const checkMessages: Record<UnitCheck, string> = {
  over_units: 'This note uses more units than are left.',
  cap_exceeded: "This note goes over the authorization's weekly or monthly limit.",
  no_authorization: 'No authorization covers this service on the work date.',
};
