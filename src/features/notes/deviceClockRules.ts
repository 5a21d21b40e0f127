/** Compares the clock of the device that a note was written on; pure functions. */

import type { Capture } from './captureContract.ts';
import { toServerTime } from './captureRules.ts';
import type { CheckDetail } from './checkRules.ts';

/** How far the clocks of device and server may differ. */
const MAX_DIFFERENCE_MS = 5 * 60_000;
/** How far the counter of the device may be ahead of its clock, for rounding and small corrections of the clock. */
const TOLERANCE_MS = 5_000;

/** No device recorded a capture before this year. */
const FIRST_YEAR = 2026;

/** The values of `device_clock`; null when the clock can be trusted. */
export function findDeviceClock(capture: Capture): CheckDetail | null {
  const { clockDifferenceMs } = capture;
  const jumpMs = findJump(capture);
  const year = Math.min(...listMoments(capture).map(({ at }) => new Date(at).getUTCFullYear()));
  const isTooEarly = year < FIRST_YEAR;
  if (Math.abs(clockDifferenceMs) <= MAX_DIFFERENCE_MS && jumpMs <= TOLERANCE_MS && !isTooEarly) return null;
  const differences = {
    minutes: Math.round(clockDifferenceMs / 60_000),
    jumpSeconds: Math.round(jumpMs / 1000),
  };
  return isTooEarly ? { ...differences, year } : differences;
}

/**
 * When a note was submitted, for the checks: offline on the device, by the clock of the server. The arrival counts for
 * any other note, and when the clock of the device cannot be trusted.
 */
export function toSubmissionTime(capture: Capture | null, receivedAt: Date): Date {
  if (!capture?.offline || findDeviceClock(capture)) return receivedAt;
  const submittedAt = toServerTime(capture.submittedAt, capture);
  return submittedAt < receivedAt ? submittedAt : receivedAt;
}

/**
 * How far the counter was ahead of the clock at most from one moment to the next, in milliseconds. It is behind on devices
 * that stop the counter while they sleep (High Resolution Time, section 4), so only a clock that was set back is found:
 * between two moments, or after the submit and before the note was sent. A clock that was set forward looks like sleep.
 */
function findJump(capture: Capture): number {
  const moments = listMoments(capture);
  const jumps = moments.flatMap(({ at, elapsed }, index) => {
    const before = moments[index - 1];
    return before ? [elapsed - before.elapsed - (at - before.at)] : [];
  });
  const sinceSent = moments.map(({ at }) => at - Date.parse(capture.deviceNow));
  return Math.max(0, ...jumps, ...sinceSent);
}

/** The recorded moments in the order of the counter, by clock and counter in milliseconds. */
const listMoments = ({ begunAt, employeeSignedAt, clientSignedAt, submittedAt, elapsedMs }: Capture) =>
  [
    [begunAt, elapsedMs.begun] as const,
    [employeeSignedAt, elapsedMs.employeeSigned] as const,
    [clientSignedAt, elapsedMs.clientSigned] as const,
    [submittedAt, elapsedMs.submitted] as const,
  ]
    .flatMap(([at, elapsed]) => (at === null || elapsed === null ? [] : [{ at: Date.parse(at), elapsed }]))
    .toSorted((a, b) => a.elapsed - b.elapsed || a.at - b.at);
