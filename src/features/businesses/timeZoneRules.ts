/** Changes of the time zone of a business. */

import { addChange } from '#platform/contract/changesByDay.ts';
import type { BusinessZones, ZoneFrom } from '#platform/contract/zoneDays.ts';

/**
 * The zones after a change. It holds from today in the new zone, so that signed work keeps its days; without any note
 * it holds for all days. The same zone again moves no date.
 */
export function changeTimeZone(
  zones: BusinessZones,
  timeZone: string,
  { today, hasNotes }: { today: string; hasNotes: boolean },
): readonly ZoneFrom[] {
  if (timeZone === zones.timeZone) return zones.timeZones;
  if (!hasNotes) return [];
  return addChange(zones.timeZones, { timeZone: zones.timeZone }, { from: today, timeZone });
}
