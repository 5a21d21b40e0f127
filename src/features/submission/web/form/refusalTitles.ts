import type { UnitRefusal } from '#features/units/contract.ts';

/** Why a note is refused, before and after it is sent. */
export const refusalTitles: Record<UnitRefusal, string> = {
  authorization_required: 'Authorization required',
  not_enough_units: 'Not enough units',
  cap_exceeded: 'Over the authorization limit',
};
