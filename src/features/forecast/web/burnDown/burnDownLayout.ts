/** The geometry of a burn-down chart. Days are `YYYY-MM-DD`. */

import { addDays, countDays } from '#platform/contract/days.ts';
import type { BurnDown } from '#features/forecast/web/queries.ts';

/** The units of the drawing; the chart stretches it to the width of the screen. */
export const WIDTH = 400;
export const HEIGHT = 160;
const INSET = 6;
/** Above the highest value. */
const TOP = 22;
/** An account that lasts longer is drawn up to this many days from today. */
const MAX_FUTURE_DAYS = 730;
const MIN_DAYS = 7;

type Point = { x: number; y: number };

export type BurnDownLayout = {
  from: string;
  to: string;
  /** The balance so far, as steps; ends today or on the last day. */
  steps: Point[];
  /** From the balance today at the current pace; null when the account has lapsed or is used up. */
  pace: [Point, Point] | null;
  today: Point;
  /** Where the units run out; null when they do not, or beyond the drawing. */
  runOut: Point | null;
  expiryX: number | null;
  zeroY: number;
  totalY: number;
};

/** Computes where the lines and markers of an account are. */
export function layoutBurnDown(burnDown: BurnDown, today: string): BurnDownLayout {
  const { points, startDate, expiryDate, total, forecast } = burnDown;
  const { from, to } = getSpan(burnDown, today);
  const values = points.map(({ available }) => Number(available));
  const top = Math.max(Number(total), ...values, 0) || 1;
  const bottom = Math.min(0, ...values, Number(forecast.unitsAvailable));
  const x = (day: string) => INSET + (countDays(from, day) / countDays(from, to)) * (WIDTH - 2 * INSET);
  const y = (units: number) => HEIGHT - INSET - ((units - bottom) / (top - bottom)) * (HEIGHT - INSET - TOP);
  const isOver = forecast.state === 'expired';
  // A note that is denied later returns its units after the last day.
  const lastDay = isOver && expiryDate ? latest([expiryDate, points.at(-1)?.day]) : today;
  const balance = values.at(-1) ?? Number(forecast.unitsAvailable);
  const steps = points.flatMap(({ day }, index): Point[] => {
    const point = { x: x(day), y: y(values[index] ?? 0) };
    const before = values[index - 1] ?? (startDate && startDate < day ? Number(total) : undefined);
    return before === undefined ? [point] : [{ x: point.x, y: y(before) }, point];
  });
  // The units count from the first day, also when they are entered later.
  const start =
    startDate && startDate < (points[0]?.day ?? startDate) ? [{ x: x(startDate), y: y(Number(total)) }] : [];
  const now = { x: x(lastDay), y: y(balance) };
  const { runsOutOn } = forecast;
  const paceEnd = isOver || balance <= 0 ? null : getPaceEnd(burnDown, { today, to, balance });
  return {
    from,
    to,
    steps: [...start, ...steps, now],
    pace: paceEnd && [now, { x: x(paceEnd.day), y: y(paceEnd.units) }],
    today: now,
    runOut: runsOutOn && runsOutOn <= to ? { x: x(runsOutOn), y: y(0) } : null,
    expiryX: expiryDate && expiryDate <= to && expiryDate >= from ? x(expiryDate) : null,
    zeroY: y(0),
    totalY: y(Number(total)),
  };
}

/** The first and last day of the drawing. */
function getSpan({ points, startDate, expiryDate, forecast }: BurnDown, today: string) {
  const days = [points[0]?.day, startDate, today].filter((day) => day !== null && day !== undefined);
  const from = days.reduce((one, other) => (other < one ? other : one));
  const limit = addDays(today, MAX_FUTURE_DAYS);
  const last = latest([today, expiryDate, forecast.runsOutOn, points.at(-1)?.day, addDays(from, MIN_DAYS)]);
  return { from, to: last > limit ? limit : last };
}

/** The latest of the days that are known. */
const latest = (days: readonly (string | null | undefined)[]): string =>
  days.reduce<string>((one, other) => (other && other > one ? other : one), '');

/** Where the pace line ends: when the units run out, on the expiry date, or at the end of the drawing. */
function getPaceEnd(
  { expiryDate, forecast }: BurnDown,
  { today, to, balance }: { today: string; to: string; balance: number },
): { day: string; units: number } | null {
  const { runsOutOn, weeklyPace } = forecast;
  if (runsOutOn && runsOutOn <= to) return { day: runsOutOn, units: 0 };
  const day = expiryDate && expiryDate <= to ? expiryDate : to;
  if (day <= today) return null;
  const units = balance - (Number(weeklyPace) * countDays(today, day)) / 7;
  return { day, units: Math.max(0, units) };
}
