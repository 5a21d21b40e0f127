import { z } from 'zod';
import { clockInZone, momentInZone } from '#platform/contract/zone.ts';
import { announcementInput } from '#features/announcements/contract.ts';
import { isPlannable } from '#features/announcements/rules.ts';
import type { Announcement, AnnouncementBody } from '#features/announcements/web/queries.ts';

const { title, content, type, priority } = announcementInput.shape;

/** The fields as they are typed: a date and a time of the business's zone, both or neither. */
export const announcementForm = z
  .object({
    title,
    content,
    type,
    priority: priority.unwrap(),
    date: z.string(),
    time: z.string(),
    location: z.string().trim().max(255, { error: 'At most 255 characters' }),
  })
  .superRefine(({ date, time }, check) => {
    const wrong = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: [path], message });
    if (date !== '' && !isPlannable(new Date(date))) wrong('date', 'Please enter a valid date');
    if (date === '' && time !== '') wrong('date', 'Choose the day, or leave both empty');
    if (date !== '' && time === '') wrong('time', 'Choose the time, or leave both empty');
  });

export type AnnouncementValues = z.input<typeof announcementForm>;

/** What the form begins with: an announcement, or a new one's defaults. */
export function valuesOf(announcement: Announcement | null, timeZone: string): AnnouncementValues {
  const scheduled = announcement?.scheduledDate;
  const { day, time } = scheduled ? clockInZone(new Date(scheduled), timeZone) : { day: '', time: '' };
  return {
    title: announcement?.title ?? '',
    content: announcement?.content ?? '',
    type: announcement?.type ?? 'announcement',
    priority: announcement?.priority ?? 'medium',
    date: day,
    time,
    location: announcement?.location ?? '',
  };
}

/** What is sent. A date that nobody touched stays the moment it was, also in an hour that comes twice. */
export function bodyOf(
  values: AnnouncementValues,
  before: Announcement | null,
  timeZone: string,
): AnnouncementBody {
  const { date, time, location, ...fields } = values;
  const shown = valuesOf(before, timeZone);
  const same = before !== null && date === shown.date && time === shown.time;
  const moment = date === '' ? null : momentInZone(date, time, timeZone).toISOString();
  return {
    ...fields,
    location: location || null,
    scheduledDate: same ? before.scheduledDate : moment,
  };
}
