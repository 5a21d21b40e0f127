/** Colors of priorities, and formatted dates of announcements. */

import { clockInZone, deviceZone } from '#platform/contract/zone.ts';
import { formatDateTime, formatDateTimeZone } from '#platform/web/format.ts';
import type { Tone } from '#platform/web/ui/tones.ts';
import type { AnnouncementPriority } from '#features/announcements/contract.ts';

export const priorityTones: Record<AnnouncementPriority, Tone> = {
  low: 'neutral',
  medium: 'neutral',
  high: 'pending',
  urgent: 'danger',
};

/**
 * 'Mar 1, 2026 at 2:05 PM' in the business's time zone, which is named if the browser's clock shows another time, or
 * clocks show this one twice.
 */
export function formatScheduled(iso: string, timeZone: string): string {
  const zoned = formatDateTimeZone(iso, timeZone);
  // Not by name: zones have several.
  const isDeviceTime = zoned === formatDateTimeZone(iso, deviceZone());
  const isRepeated = clockInZone(new Date(iso), timeZone).occurrence !== null;
  return isDeviceTime && !isRepeated ? formatDateTime(iso, timeZone) : zoned;
}
