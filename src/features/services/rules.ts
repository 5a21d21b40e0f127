import { formatUnits } from '#platform/contract/decimalFormat.ts';
import type { AuthorizationRule, RoundingRule } from './contract.ts';

export const MINUTES_PER_UNIT = 15;
/** The minimum remainder, in minutes, that counts as a unit under the 8-minute rule. */
const EIGHT_MINUTE_THRESHOLD = 8;

export const roundingLabels: Record<RoundingRule, string> = {
  up: 'Every started 15 minutes',
  nearest: '8-minute rule',
  complete: 'Completed 15 minutes only',
};

export const authorizationRuleLabels: Record<AuthorizationRule, string> = {
  no: 'Not required',
  warn: 'Warn if missing',
  block: 'Required',
};

/** The services of a new business. */
export const DEFAULT_SERVICES = [
  { key: 'transitional', name: 'Transitional Services' },
  { key: 'sustaining', name: 'Sustaining Services' },
] as const;

/**
 * Units used (15 minutes each) for a number of minutes. `nearest` is the 8-minute rule of the CMS Medicare Claims Processing
 * Manual, chapter 5, section 20.2, for one visit.
 */
export function toUnits(minutes: number, rule: RoundingRule): number {
  const whole = Math.floor(minutes / MINUTES_PER_UNIT);
  const remainder = minutes % MINUTES_PER_UNIT;
  if (rule === 'complete') return whole;
  return whole + (remainder >= (rule === 'nearest' ? EIGHT_MINUTE_THRESHOLD : 1) ? 1 : 0);
}

/** How the minutes become units, in words: '80 min = 5 × 15 + 5; 5 is under 8, so 5 units'. */
export function explainUnits(minutes: number, rule: RoundingRule): string {
  const whole = Math.floor(minutes / MINUTES_PER_UNIT);
  const remainder = minutes % MINUTES_PER_UNIT;
  const result = `so ${unitsLabel(toUnits(minutes, rule))}`;
  if (remainder === 0) return `${minutes} min = ${whole} × 15, ${result}`;
  const reasons = {
    up: 'each started unit counts',
    nearest: remainder < EIGHT_MINUTE_THRESHOLD ? `${remainder} is under 8` : `${remainder} is 8 or more`,
    complete: 'only completed units count',
  };
  return `${minutes} min = ${whole} × 15 + ${remainder}; ${reasons[rule]}, ${result}`;
}

/** Matches services that new notes can be for: those that are not archived. */
export const isActive = ({ archivedAt }: { archivedAt: unknown }): boolean => archivedAt === null;

/** The name in titles, lists and filters: without the word 'Services' at its end. */
export const toShortServiceName = (name: string): string => name.replace(/(?<=\S) services?$/i, '');

/** A number of units with its unit: '9 units', '1 unit', '2.5 units'. */
export function unitsLabel(units: string | number): string {
  return `${formatUnits(units)} ${Number(units) === 1 ? 'unit' : 'units'}`;
}
