import { formatDateTimeZone } from '#platform/web/format.ts';
import type { Capture } from '#features/notes/captureContract.ts';
import { toServerTime } from '#features/notes/captureRules.ts';
import { findDeviceClock } from '#features/notes/deviceClockRules.ts';

/**
 * 'Mar 2, 2026 at 10:00 AM CST, received Mar 4, 2026 at 8:00 AM CST': the first time counts, unless the clock of the device
 * was wrong.
 */
export function formatOffline(capture: Capture, timeZone: string): string {
  const submittedAt = toServerTime(capture.submittedAt, capture).toISOString();
  const [submitted, received] = [submittedAt, capture.receivedAt].map((at) =>
    formatDateTimeZone(at, timeZone),
  );
  return findDeviceClock(capture)
    ? `Received ${received}. This time counts, because the clock of the device was wrong.`
    : `${submitted}, received ${received}`;
}
