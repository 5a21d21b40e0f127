/** Compares the clock of the device that a note was written on; pure functions. */
import type { Capture } from './captureContract.ts';
import { toServerTime } from './captureRules.ts';
import type { CheckDetail } from './checkRules.ts';

/** How far the clocks of device and server may differ. */
const MAX_DIFFERENCE_MS = 5 * 60_000;
/** How far the counter of the device may be ahead of its clock, for rounding and small corrections of the clock. */
const TOLERANCE_MS = 5_000;

/** The values of `device_clock`; null when the clock can be trusted. */
export function findDeviceClock(capture: Capture): CheckDetail | null {
  const { clockDifferenceMs } = capture;
  const jumpMs = findJump(capture);
  if (Math.abs(clockDifferenceMs) <= MAX_DIFFERENCE_MS && jumpMs <= TOLERANCE_MS) return null;
  return { minutes: Math.round(clockDifferenceMs / 60_000), jumpSeconds: Math.round(jumpMs / 1000) };
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
 * between two moments, or after the submit and before the note was sent.
 */
function findJump(capture: Capture): number {
  const { begunAt, employeeSignedAt, clientSignedAt, submittedAt, deviceNow, elapsedMs } = capture;
  const moments = [
    [begunAt, elapsedMs.begun] as const,
    [employeeSignedAt, elapsedMs.employeeSigned] as const,
    [clientSignedAt, elapsedMs.clientSigned] as const,
    [submittedAt, elapsedMs.submitted] as const,
  ]
    .flatMap(([at, elapsed]) => (at === null || elapsed === null ? [] : [{ at: Date.parse(at), elapsed }]))
    .toSorted((a, b) => a.elapsed - b.elapsed || a.at - b.at);
  const jumps = moments.flatMap(({ at, elapsed }, index) => {
    const before = moments[index - 1];
    return before ? [elapsed - before.elapsed - (at - before.at)] : [];
  });
  const sinceSent = moments.map(({ at }) => at - Date.parse(deviceNow));
  return Math.max(0, ...jumps, ...sinceSent);
}
