/** Gaps in a visit that an auditor would object to. Each rule is defined here and nowhere else. */

import type { NoteCheckCode } from '#features/notes/checkContract.ts';
import type { AuthorizationRule, RoundingRule } from '#features/services/contract.ts';
import { toUnits } from '#features/services/rules.ts';

export const GAPS = [
  'no_authorization',
  'late',
  'unsigned',
  'unexplained_checks',
  'disputed',
  'not_assigned',
  'units_mismatch',
  'not_approved',
] as const;
export type Gap = (typeof GAPS)[number];

/** Labels on the cover sheet and on screens. */
export const gapLabels: Record<Gap, string> = {
  no_authorization: 'No authorization',
  late: 'Submitted late',
  unsigned: 'Not signed, or changed after signing',
  unexplained_checks: 'Check not explained',
  disputed: 'Open dispute',
  not_assigned: 'Employee not assigned',
  units_mismatch: 'Units do not match the minutes',
  not_approved: 'Not approved',
};

/** A check of a note, as far as the rules use it. */
export interface RuleCheck {
  code: NoteCheckCode;
  level: 'info' | 'warning';
  isExplained: boolean;
}

/** Properties of a visit that the rules need. */
export interface RuleInput {
  isApproved: boolean;
  isDisputed: boolean;
  isClientSigned: boolean;
  /** Verified against the signed text; true where that is not done. */
  isVerified: boolean;
  authorizationRequired: AuthorizationRule;
  /** Part of an invoice to a payer, a draft of one, or a claim batch. */
  isBilledToPayer: boolean;
  /** Dated in the period of the authorization that the note names. */
  isAuthorized: boolean;
  minutes: number;
  rounding: RoundingRule;
  /** Exact decimal. */
  units: string;
  checks: readonly RuleCheck[];
}

/** Checks with a gap of their own, which an explanation does not close, and the reminder to a manager. */
const COUNTED_ELSEWHERE: readonly NoteCheckCode[] = [
  'late_entry',
  'no_authorization',
  'unsigned',
  'not_assigned_then',
  'own_note',
];

const RULES: Record<Gap, (visit: RuleInput) => boolean> = {
  no_authorization: (visit) => needsAuthorization(visit) && !visit.isAuthorized,
  late: (visit) => hasCheck(visit, 'late_entry'),
  unsigned: ({ isClientSigned, isVerified }) => !isClientSigned || !isVerified,
  unexplained_checks: ({ checks }) => checks.some(isOpen),
  disputed: ({ isDisputed }) => isDisputed,
  not_assigned: (visit) => hasCheck(visit, 'not_assigned_then'),
  units_mismatch: ({ minutes, rounding, units }) => toUnits(minutes, rounding) !== Number(units),
  not_approved: ({ isApproved }) => !isApproved,
};

/** A payer pays for authorized work only, also where the service does not require an authorization to be recorded. */
export const needsAuthorization = ({
  authorizationRequired,
  isBilledToPayer,
}: Pick<RuleInput, 'authorizationRequired' | 'isBilledToPayer'>): boolean =>
  isBilledToPayer || authorizationRequired !== 'no';

const hasCheck = ({ checks }: RuleInput, name: NoteCheckCode) => checks.some(({ code }) => code === name);

/** An overlap that the settings of the business allow has the level `info`. */
const isOpen = ({ code, level, isExplained }: RuleCheck): boolean =>
  !isExplained && !COUNTED_ELSEWHERE.includes(code) && !(code === 'client_overlap' && level === 'info');

/** The gaps of a visit, in the order of `GAPS`. */
export const findGaps = (visit: RuleInput): Gap[] => GAPS.filter((gap) => RULES[gap](visit));

/** A share as a whole percentage that is 100% only for all and 0% only for none: 0.996 is '99%'. */
export function formatShare(part: number, all: number): string {
  const percent = Math.round((part / all) * 100);
  const limited = part < all ? Math.min(percent, 99) : percent;
  return `${part > 0 ? Math.max(limited, 1) : limited}%`;
}
