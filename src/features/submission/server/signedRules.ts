/** Compares the rules by which a note was signed with those of the business now. */

import { isSameZone } from '#platform/contract/zone.ts';
import { getZoneOn, type BusinessZones } from '#platform/contract/zoneDays.ts';
import { AppError, conflict, invalidField } from '#platform/server/errors.ts';
import {
  describeUnitsChange,
  isUnitsChanged,
  toUnitsChange,
  type SignedUnits,
} from '#features/notes/signedUnitsRules.ts';
import { isActive } from '#features/services/rules.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import type { AccountState } from './accounts/allocationReads.ts';
import type { Submission } from './submission.ts';
import { toNoteUnits } from './workSpan.ts';

interface SignedRules {
  zones: BusinessZones;
  submission: Submission;
  service: ServiceRow;
  accounts: AccountState;
}

/**
 * The service with the rounding that was signed, and what changed since then; only a note that was written offline may
 * differ. @throws 400 at `signer.kind`, 409 `rounding_changed`, `time_zone_changed`, `units_changed`
 */
export function compareRules({ submission, service, accounts, zones }: SignedRules) {
  if (!submission.claim.isOffline) {
    refuseChangedRules({ submission, service, zones });
    refuseUnsigned(submission, accounts);
  }
  const signed = { ...service, rounding: submission.rounding ?? service.rounding };
  const { columns } = submission;
  const changes = {
    isServiceArchived: !isActive(service),
    isRoundingChanged: toNoteUnits(columns, signed) !== toNoteUnits(columns, service),
    isUnitsChanged: isUnitsChanged(toSignedUnits(submission, signed)),
    isSignatureMissing: isUnsigned(submission, accounts),
  };
  return { service: signed, changes };
}

/** Rejects a note whose stored values would differ from the signed ones. @throws 409 `time_zone_changed`, `rounding_changed`, `units_changed` */
export function refuseChangedRules({ submission, service, zones }: Omit<SignedRules, 'accounts'>): void {
  refuseOtherZone(submission, zones);
  refuseOtherRounding(submission, service);
  refuseOtherUnits(submission, service);
}

/** @throws 400 at `signer.kind` when the client did not sign and the business does not allow that */
export function refuseUnsigned(submission: Submission, accounts: AccountState): void {
  if (isUnsigned(submission, accounts))
    throw invalidField('signer.kind', "Your business requires the client's signature");
}

/** Finds a note without the client's signature in a business that does not allow that. */
const isUnsigned = ({ signer }: Submission, { general }: AccountState): boolean =>
  signer?.kind === 'none' && !general.allowUnsigned;

/** The work is computed in the zone of its day, which its author may have seen before it changed. @throws 409 `time_zone_changed` */
function refuseOtherZone({ columns }: Submission, zones: BusinessZones): void {
  if (isSameZone(columns.timeZone, getZoneOn(columns.workDate, zones))) return;
  throw conflict(
    'time_zone_changed',
    'The time zone of your business has changed. Reload the page, check the times, and sign again.',
  );
}

/** The signed statements name the units, so they may not follow from another rule. @throws 409 `rounding_changed` */
function refuseOtherRounding({ rounding }: Submission, service: ServiceRow): void {
  if (rounding === undefined || rounding === service.rounding) return;
  throw conflict(
    'rounding_changed',
    'The rounding rule of this service has changed. Check the units and sign again.',
  );
}

/** Both signed the minutes and units, so the server may not store others. @throws 409 `units_changed` with both */
function refuseOtherUnits(submission: Submission, service: ServiceRow): void {
  const signed = toSignedUnits(submission, service);
  if (!isUnitsChanged(signed)) return;
  const values = toUnitsChange(signed);
  const message = `${describeUnitsChange(values)} Check the times and sign again.`;
  throw new AppError(409, 'units_changed', { message, values });
}

const toSignedUnits = ({ columns }: Submission, service: ServiceRow): SignedUnits => ({
  ...columns,
  timeUnitsUsed: toNoteUnits(columns, service),
});
