/** Compares the clock of the device that a note was written on; pure functions. */
import type { Capture } from '#features/notes/captureContract.ts';
import type { CheckDetail } from '#features/notes/checkRules.ts';

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
 * How far the counter was ahead of the clock at most since the form was begun, in milliseconds. It is behind on devices
 * that stop the counter while they sleep (High Resolution Time, section 4), so only a clock that was set back is found.
 */
function findJump({ begunAt, employeeSignedAt, clientSignedAt, submittedAt, elapsedMs }: Capture): number {
  const begun = Date.parse(begunAt);
  const jumps = [
    [employeeSignedAt, elapsedMs.employeeSigned] as const,
    [clientSignedAt, elapsedMs.clientSigned] as const,
    [submittedAt, elapsedMs.submitted] as const,
  ].map(([at, elapsed]) =>
    at === null || elapsed === null ? 0 : elapsed - elapsedMs.begun - (Date.parse(at) - begun),
  );
  return Math.max(...jumps);
}

/** A time of the device as the clock of the server had it. */
export const toServerTime = (at: string, { clockDifferenceMs }: Pick<Capture, 'clockDifferenceMs'>): Date =>
  new Date(Date.parse(at) - clockDifferenceMs);
