/** The minutes and units on the screen that was signed, compared with those that the server computes. */

import { unitsLabel } from '#features/services/rules.ts';
import { formatMinutes } from '#features/units/rules.ts';

export interface SignedUnits {
  /** Null when the screen's values were not sent. */
  signedMinutes: number | null;
  signedUnits: string | null;
  minutes: number;
  timeUnitsUsed: string;
}

/** Returns whether the screen showed other minutes or units; false for a note without its values. */
export const isUnitsChanged = ({
  signedMinutes,
  signedUnits,
  minutes,
  timeUnitsUsed,
}: SignedUnits): boolean =>
  (signedMinutes !== null && signedMinutes !== minutes) ||
  (signedUnits !== null && signedUnits !== timeUnitsUsed);

/** Both values, for `describeUnitsChange`; none when they are equal. */
export const toUnitsChange = (signed: SignedUnits): Record<string, string | number> =>
  isUnitsChanged(signed)
    ? {
        ...(signed.signedMinutes !== null && { signedMinutes: signed.signedMinutes }),
        ...(signed.signedUnits !== null && { signedUnits: signed.signedUnits }),
        minutes: signed.minutes,
        units: signed.timeUnitsUsed,
      }
    : {};

/** 'The signed sheet showed 1 h and 4 units, but these times come to 2 h and 8 units.' */
export function describeUnitsChange(detail: Readonly<Record<string, string | number>>): string {
  const list = (minutes: unknown, units: unknown) =>
    [
      minutes !== undefined && formatMinutes(Number(minutes)),
      units !== undefined && unitsLabel(Number(units)),
    ]
      .filter(Boolean)
      .join(' and ');
  const { signedMinutes, signedUnits, minutes, units } = detail;
  return `The signed sheet showed ${list(signedMinutes, signedUnits)}, but these times come to ${list(minutes, units)}.`;
}
