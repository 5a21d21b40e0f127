/** Compares the rules by which a note was signed with those of the business now. */
import { conflict, invalidField } from '#platform/server/errors.ts';
import { isActive } from '#features/services/rules.ts';
import type { ServiceRow } from '#features/services/server/reads.ts';
import type { SubmissionInput } from '#features/notes/inputContract.ts';
import type { AccountState } from '#features/notes/server/accounts/drawReads.ts';
import { toClaim } from './checkedNote.ts';
import { toNoteUnits, type Submission } from './submission.ts';

interface SignedRules {
  /** The time zone of the business. */
  timeZone: string;
  input: SubmissionInput;
  submission: Submission;
  service: ServiceRow;
  accounts: AccountState;
}

/**
 * The service with the rounding that was signed, and what changed since then; only a note that was written offline may
 * differ. @throws 400 at `signer.kind`, 409 `rounding_changed`, `time_zone_changed`
 */
export function compareRules({ input, submission, service, accounts, timeZone }: SignedRules) {
  if (!toClaim(submission).isOffline) {
    refuseOtherZone(submission, timeZone);
    refuseOtherRounding(input, service);
    refuseUnsigned(submission, accounts);
  }
  const signed = { ...service, rounding: input.rounding ?? service.rounding };
  const { columns } = submission;
  const changes = {
    isServiceArchived: !isActive(service),
    isRoundingChanged: toNoteUnits(columns, signed) !== toNoteUnits(columns, service),
    isSignatureMissing: isUnsigned(submission, accounts),
  };
  return { service: signed, changes };
}

/** @throws 400 at `signer.kind` when the client did not sign and the business does not allow that */
export function refuseUnsigned(submission: Submission, accounts: AccountState): void {
  if (isUnsigned(submission, accounts))
    throw invalidField('signer.kind', "Your business requires the client's signature");
}

/** Whether the client did not sign and the business does not allow that. */
const isUnsigned = ({ signer }: Submission, { general }: AccountState): boolean =>
  signer?.kind === 'none' && !general.allowUnsigned;

/** The work is computed in the zone of the business, which its author may have seen before it changed. @throws 409 `time_zone_changed` */
export function refuseOtherZone(submission: Submission, timeZone: string): void {
  if (submission.timeZone === timeZone) return;
  throw conflict(
    'time_zone_changed',
    'The time zone of your business has changed. Reload the page, check the times, and sign again.',
  );
}

/** The signed statements name the units, so they may not follow from another rule. @throws 409 `rounding_changed` */
export function refuseOtherRounding({ rounding }: SubmissionInput, service: ServiceRow): void {
  if (rounding === undefined || rounding === service.rounding) return;
  throw conflict(
    'rounding_changed',
    'The rounding rule of this service has changed. Check the units and sign again.',
  );
}
