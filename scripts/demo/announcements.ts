/** Announcements of the demo agency's office, and their days. */
import type { AnnouncementPriority, AnnouncementType } from '#features/announcements/contract.ts';
import { momentInZone, nextDay } from '#platform/contract/zone.ts';
import type { ClockChange } from './calendar.ts';
import { AGENCY } from './cast.ts';
import { at } from './agency.ts';
import type { DemoAgency } from './agency.ts';

interface News {
  /** Working days before today on which it was posted. */
  back: number;
  by: 'daniel.weiss' | 'ruth.okafor';
  title: string;
  content: string;
  type: AnnouncementType;
  priority?: AnnouncementPriority;
  /** Calendar days after that for which it is planned, moved to a working day, and the time there. */
  planned?: { days: number; time: string };
  location?: string;
}

const OFFICE = 'Office, second floor meeting room';

const NEWS: readonly News[] = [
  {
    back: 61,
    by: 'ruth.okafor',
    title: 'Notes and signatures move to Quarterhour',
    content:
      'From today on, visits are written and signed in Quarterhour. Paper forms from last week can still be handed in until Friday. Ask Daniel if a client has no signature code yet.',
    type: 'announcement',
    priority: 'high',
  },
  {
    back: 47,
    by: 'daniel.weiss',
    title: 'First aid refresher',
    content:
      'Two hours, with a certificate at the end. Everyone who visits clients alone should come. The morning visits of that day are moved, please check your calendar.',
    type: 'meeting',
    planned: { days: 12, time: '09:00' },
    location: OFFICE,
  },
  {
    back: 33,
    by: 'ruth.okafor',
    title: 'New parking rules at Cedar Ave',
    content:
      'The lot behind 2137 Cedar Ave is for residents only now. Use the street on the north side; the city does not charge there before 8 AM or after 6 PM.',
    type: 'general',
    priority: 'low',
  },
  {
    back: 12,
    by: 'ruth.okafor',
    title: 'Eye tests for staff',
    content:
      'An optician comes to the office. It takes ten minutes and costs nothing. Bring your glasses if you wear any.',
    type: 'event',
    planned: { days: 7, time: '12:00' },
    location: OFFICE,
  },
  {
    back: 6,
    by: 'ruth.okafor',
    title: 'Open house',
    content:
      'Clients and their families are invited to soup and bread. We need two people at the entrance and someone who can drive Mr. Brandt home afterwards.',
    type: 'event',
    planned: { days: 26, time: '15:30' },
    location: 'Harbor Street 218, ground floor',
  },
  {
    back: 3,
    by: 'daniel.weiss',
    title: 'Payroll closes on Sunday night',
    content:
      'Notes of this week that are signed by Sunday count for this payroll. What comes later is paid with the next one.',
    type: 'announcement',
    priority: 'urgent',
  },
  {
    back: 2,
    by: 'daniel.weiss',
    title: 'Team meeting: who covers whom',
    content:
      'We go through the schedules of the next two months. Please bring the days on which you cannot work.\n\nThose on night support can join by phone.',
    type: 'meeting',
    priority: 'high',
    planned: { days: 6, time: '09:30' },
    location: OFFICE,
  },
  {
    back: 1,
    by: 'ruth.okafor',
    title: 'Fire drill in the office',
    content:
      'The alarm rings once for about five minutes. Leave by the back stairs and meet at the bicycle racks.',
    type: 'event',
    planned: { days: 4, time: '14:00' },
    location: 'Harbor Street 218',
  },
];

/** Posts what the office announces on a working day. */
export async function announceDay(
  { caller }: DemoAgency,
  days: readonly string[],
  index: number,
): Promise<void> {
  const day = days[index] ?? '';
  for (const { back, by, planned, ...fields } of NEWS) {
    if (back !== days.length - index) continue;
    at(day, '08:20');
    const scheduledDate =
      planned && momentInZone(workingDay(day, planned.days), planned.time, AGENCY.timeZone);
    await caller.post(by, '/api/announcements', { priority: 'medium', ...fields, scheduledDate });
  }
}

/** Announces that clocks change in the night to Sunday. */
export async function announceChange({ caller }: DemoAgency, change: ClockChange): Promise<void> {
  at(change.notice, '08:40');
  await caller.post('daniel.weiss', '/api/announcements', changeNews(change));
}

/** The words for it, which depend on the way in which clocks go. */
export function changeNews({ hours }: ClockChange) {
  const [way, length, hour] = hours > 24 ? ['back', 'longer', 'extra'] : ['forward', 'shorter', 'missing'];
  return {
    title: `Clocks go ${way} on Sunday`,
    content: `The night from Saturday to Sunday is one hour ${length}. Enter the times that the clock shows; the system knows about the ${hour} hour.`,
    type: 'announcement' satisfies AnnouncementType,
    priority: 'medium' satisfies AnnouncementPriority,
  };
}

/** The first working day that is at least so many days after a day. */
function workingDay(from: string, later: number): string {
  let day = from;
  for (let step = 0; step < later || [0, 6].includes(new Date(day).getUTCDay()); step += 1)
    day = nextDay(day);
  return day;
}
