/** Why a note that was written offline is sent back when it arrives; pure functions. */

import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import type { Neighbors } from '#features/notes/server/checks/neighborReads.ts';
import { wasAssigned, wasInactive, type ComparedNote } from '#features/notes/server/public.ts';
import type { Allocation } from '#features/units/allocationRules.ts';
import type { UnitCheck } from '#features/units/contract.ts';
import type { Signers } from './signerActions.ts';

interface Arrival {
  isOffline: boolean;
  /** Dated in the closed period. */
  isClosed: boolean;
  day: ComparedNote['day'];
  signers: Pick<Signers, 'codeMatches' | 'assignedAt' | 'isAssigned' | 'isActive'>;
  neighbors: Pick<Neighbors, 'assigned' | 'inactive'>;
  allocation: Pick<Allocation, 'refusal'>;
  changes: RuleChanges;
}

/** Changes by the business between the signing and the arrival. */
interface RuleChanges {
  isServiceArchived: boolean;
  /** Set when the rule of the service gives other units than were signed. */
  isRoundingChanged: boolean;
  /** Set when other minutes or units were signed than the server computes. */
  isUnitsChanged: boolean;
  /** Not signed by the client, in a business that does not allow that. */
  isSignatureMissing: boolean;
}

/** The reasons as checks; none for a note that is pending. Without `isOffline`, the note was refused before. */
export function listSendBackReasons(arrival: Arrival): NoteCheckCode[] {
  const { isOffline, isClosed, day, signers, neighbors, allocation, changes } = arrival;
  const { codeMatches, assignedAt, isAssigned, isActive } = signers;
  const reasons: [isReason: boolean, code: NoteCheckCode][] = [
    [!codeMatches, 'code_wrong_offline'],
    [isOffline && isClosed, 'period_closed'],
    [!isAssigned && !wasAssigned(day, assignedAt, neighbors.assigned), 'not_assigned_then'],
    [!isActive && wasInactive(day, neighbors.inactive), 'client_inactive_then'],
    [isOffline && changes.isServiceArchived, 'service_archived'],
    [isOffline && changes.isRoundingChanged, 'rounding_changed'],
    [isOffline && changes.isUnitsChanged, 'units_changed'],
    [isOffline && changes.isSignatureMissing, 'unsigned'],
  ];
  return [
    ...reasons.flatMap(([isReason, code]) => (isReason ? [code] : [])),
    ...(allocation.refusal ? [REFUSAL_CHECKS[allocation.refusal.code]] : []),
  ];
}

/** The check of a note that was stored although it exceeds a limit. */
export const REFUSAL_CHECKS: Record<NonNullable<Allocation['refusal']>['code'], UnitCheck> = {
  not_enough_units: 'over_units',
  cap_exceeded: 'cap_exceeded',
  authorization_required: 'no_authorization',
};
